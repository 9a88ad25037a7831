export const DOCUMENT_STATUSES = ['pending', 'approved', 'rejected', 'expired', 'replaced'] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

/** One row of a document's state machine: `from` → `to` when `trigger` happens. */
export interface DocumentTransition {
  readonly trigger: string;
  readonly description: string;
  readonly from: readonly DocumentStatus[];
  readonly to: DocumentStatus;
}

/**
 * The state machine of a submerchant's document, as data: the `UPDATE … WHERE status = ANY(from)` of every transition, what a refused
 * review names and the table in docs/states.md come from here.
 */
export const DOCUMENT_TRANSITIONS = {
  approve: {
    trigger: 'approve',
    description: 'an operator approves it',
    from: ['pending'],
    to: 'approved',
  },
  reject: {
    trigger: 'reject',
    description: 'an operator rejects it, also one that was approved by mistake',
    from: ['pending', 'approved'],
    to: 'rejected',
  },
  expire: {
    trigger: 'expire',
    description: '`expires_at` passes',
    from: ['pending', 'approved'],
    to: 'expired',
  },
  replace: {
    trigger: 'replace',
    description:
      'a newer one of the same type (and the same legal representative) is submitted, or its legal representative is deleted',
    from: ['pending', 'approved', 'rejected', 'expired'],
    to: 'replaced',
  },
} as const satisfies Record<string, DocumentTransition>;

/** What an operator can decide about a document. */
export const DOCUMENT_DECISIONS = ['approved', 'rejected'] as const;
export type DocumentDecision = (typeof DOCUMENT_DECISIONS)[number];

/** The transition that a decision is. */
export const DOCUMENT_DECISION_TRANSITIONS: Readonly<Record<DocumentDecision, DocumentTransition>> = {
  approved: DOCUMENT_TRANSITIONS.approve,
  rejected: DOCUMENT_TRANSITIONS.reject,
};
