import type { PostbackEndpointStatus } from '@centavo/contracts';
import type { KeyObject } from 'node:crypto';

/** An endpoint ready for use: what the hot path would otherwise parse, expand and decrypt again for every event. */
export interface Endpoint {
  readonly id: string;
  readonly merchantId: string;
  readonly url: URL;
  readonly status: PostbackEndpointStatus;
  readonly kinds: ReadonlySet<string>;
  /** Every key that signs. */
  readonly signingKeys: readonly KeyObject[];
}
