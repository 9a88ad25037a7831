export const PAYMENT_LINK_STATUSES = ['active', 'inactive', 'expired', 'completed'] as const;
export type PaymentLinkStatus = (typeof PAYMENT_LINK_STATUSES)[number];

/** One row of a payment link's state machine: `from` → `to` when `trigger` happens. */
export interface PaymentLinkTransition {
  readonly trigger: string;
  readonly description: string;
  readonly from: readonly PaymentLinkStatus[];
  readonly to: PaymentLinkStatus;
}

/**
 * The state machine of a payment link, as data: the table in docs/states.md and what docs/events.md says of payment links come from here.
 * But for `deactivate` nobody asks for a move: the status follows from the uses and the date.
 */
export const PAYMENT_LINK_TRANSITIONS = {
  complete: {
    trigger: 'complete',
    description: 'the last use is taken, or `PATCH` lowers `max_uses` to the uses',
    from: ['active', 'expired'],
    to: 'completed',
  },
  expire: {
    trigger: 'expire',
    description: '`expires_at` passes, or a use is given back after it',
    from: ['active', 'completed'],
    to: 'expired',
  },
  reopen: {
    trigger: 'reopen',
    description:
      'a use is given back because its charge failed, expired or was voided, or `PATCH` makes room: more uses, or more time',
    from: ['completed', 'expired'],
    to: 'active',
  },
  deactivate: {
    trigger: 'deactivate',
    description: '`POST …/deactivate`; for good',
    from: ['active', 'completed', 'expired'],
    to: 'inactive',
  },
} as const satisfies Record<string, PaymentLinkTransition>;
export type PaymentLinkTrigger = keyof typeof PAYMENT_LINK_TRANSITIONS;
