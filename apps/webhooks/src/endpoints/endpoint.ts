import type { PostbackEndpointStatus } from '@centavo/contracts';
import type { SigningKey } from '../signing/signing-keys.domain.js';

/** An endpoint ready for use: what the hot path would otherwise parse, expand and decrypt again for every event. */
export interface Endpoint {
  readonly id: string;
  readonly merchantId: string;
  /** It is at least as new as this number of the directory's last change; 0 when it was read past the directory. */
  readonly asOf: bigint;
  readonly url: URL;
  readonly status: PostbackEndpointStatus;
  /** When it was last changed: what answers to something sent before says nothing of the endpoint as it is now. */
  readonly updatedAt: Date;
  readonly kinds: ReadonlySet<string>;
  /** The newest first. Some may have expired meanwhile: see `keysValidAt`. */
  readonly signingKeys: readonly SigningKey[];
}
