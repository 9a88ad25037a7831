export const SUBMERCHANT_STATUSES = ['pending', 'in_review', 'approved', 'rejected', 'suspended', 'blocked'] as const;
export type SubmerchantStatus = (typeof SUBMERCHANT_STATUSES)[number];

/** One row of the submerchant's state machine: an operator's decision that leads from `from` to `to`. */
export interface SubmerchantMove {
  readonly trigger: string;
  readonly description: string;
  readonly from: readonly SubmerchantStatus[];
  readonly to: SubmerchantStatus;
}

/**
 * The state machine of a submerchant, as data: the `UPDATE … WHERE status = ANY(from)` of a review, the table in docs/states.md and what
 * docs/events.md says of submerchants come from here. All moves are an operator's.
 */
export const SUBMERCHANT_MOVES: readonly SubmerchantMove[] = [
  {
    trigger: 'start_review',
    description: 'an operator begins to look, or looks again',
    from: ['pending', 'rejected'],
    to: 'in_review',
  },
  { trigger: 'approve', description: 'an operator approves', from: ['pending', 'in_review'], to: 'approved' },
  { trigger: 'reject', description: 'an operator rejects', from: ['pending', 'in_review'], to: 'rejected' },
  { trigger: 'suspend', description: 'an operator suspends', from: ['approved'], to: 'suspended' },
  { trigger: 'reinstate', description: 'an operator ends the suspension', from: ['suspended'], to: 'approved' },
  { trigger: 'block', description: 'an operator blocks for good', from: ['approved', 'suspended'], to: 'blocked' },
];

/** The statuses from which a decision leads to `to`. */
export const submerchantStatusesBefore = (to: SubmerchantStatus): SubmerchantStatus[] =>
  SUBMERCHANT_MOVES.filter((move) => move.to === to).flatMap(({ from }) => from);

/** The statuses that a decision can lead to from `from`. */
export const submerchantStatusesAfter = (from: SubmerchantStatus): SubmerchantStatus[] =>
  SUBMERCHANT_MOVES.filter((move) => move.from.includes(from)).map(({ to }) => to);

/** What may be done for a submerchant, or to it. */
export interface SubmerchantPermissions {
  /** It may be charged for. */
  readonly charge: boolean;
  /** It may withdraw. */
  readonly withdraw: boolean;
  /** Its `tax_id` and `entity_type` may change. */
  readonly reidentify: boolean;
}

/** The one table of what a status allows; payments and the ledger look up here what events told them of a submerchant. */
export const SUBMERCHANT_ALLOWS: Readonly<Record<SubmerchantStatus, SubmerchantPermissions>> = {
  pending: { charge: true, withdraw: false, reidentify: true },
  in_review: { charge: true, withdraw: false, reidentify: true },
  approved: { charge: true, withdraw: true, reidentify: false },
  rejected: { charge: false, withdraw: false, reidentify: true },
  suspended: { charge: false, withdraw: false, reidentify: false },
  blocked: { charge: false, withdraw: false, reidentify: false },
};
