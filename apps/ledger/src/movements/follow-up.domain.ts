import type { FollowUpKind } from './movement-kind.domain.js';
import type { Refund } from './refund.domain.js';

/** What moves a charge's money after its capture, as it was told. */
export type FollowUp = {
  readonly eventId: string;
  readonly chargeId: string;
  readonly occurredAt: Date;
} & ({ readonly kind: 'refund'; readonly refund: Refund } | { readonly kind: Exclude<FollowUpKind, 'refund'> });
