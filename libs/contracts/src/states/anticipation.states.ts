export const ANTICIPATION_STATUSES = ['pending', 'approved', 'settled', 'rejected', 'canceled'] as const;
export type AnticipationStatus = (typeof ANTICIPATION_STATUSES)[number];

/** One row of an anticipation's state machine: `from` → `to` when `trigger` happens. */
export interface AnticipationTransition {
  readonly trigger: string;
  readonly description: string;
  readonly from: readonly AnticipationStatus[];
  readonly to: AnticipationStatus;
}

/**
 * The state machine of an anticipation, as data: the `UPDATE … WHERE status = ANY(from)` of every transition, what a refusal names and the
 * table in docs/states.md come from here.
 */
export const ANTICIPATION_TRANSITIONS = {
  approve: {
    trigger: 'approve',
    description: 'it is approved, at once or by an operator: its receivables are paid',
    from: ['pending'],
    to: 'approved',
  },
  reject: { trigger: 'reject', description: 'an operator rejects it', from: ['pending'], to: 'rejected' },
  cancel: { trigger: 'cancel', description: 'the merchant takes it back', from: ['pending'], to: 'canceled' },
  settle: {
    trigger: 'settle',
    description: "all its receivables' own dates have passed, but for those that were refunded or lost to disputes",
    from: ['approved'],
    to: 'settled',
  },
} as const satisfies Record<string, AnticipationTransition>;
export type AnticipationTrigger = keyof typeof ANTICIPATION_TRANSITIONS;

/** What an operator can decide about an anticipation. */
export const ANTICIPATION_DECISIONS = ['approved', 'rejected'] as const;
export type AnticipationDecision = (typeof ANTICIPATION_DECISIONS)[number];
