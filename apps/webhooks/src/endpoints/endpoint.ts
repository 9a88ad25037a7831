import type { PostbackEndpointStatus } from '@centavo/contracts';
import type { SigningKey } from '../signing/signing-keys.domain.js';

/** An endpoint ready for use: what the hot path would otherwise parse, expand and decrypt again for every event. */
export interface Endpoint {
  readonly id: string;
  readonly merchantId: string;
  readonly url: URL;
  readonly status: PostbackEndpointStatus;
  readonly kinds: ReadonlySet<string>;
  /** The newest first. Some may have expired meanwhile: see `keysValidAt`. */
  readonly signingKeys: readonly SigningKey[];
}
