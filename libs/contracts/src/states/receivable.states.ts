export const RECEIVABLE_STATUSES = ['pending', 'anticipated', 'settled', 'suspended', 'canceled'] as const;
export type ReceivableStatus = (typeof RECEIVABLE_STATUSES)[number];

/** One row of a receivable's state machine: `from` → `to` when `trigger` happens. */
export interface ReceivableTransition {
  readonly trigger: string;
  readonly description: string;
  readonly from: readonly ReceivableStatus[];
  readonly to: ReceivableStatus;
}

/** The state machine of a receivable, as data: what the ledger lets happen and the table in docs/states.md come from here. */
export const RECEIVABLE_TRANSITIONS = {
  settle: {
    trigger: 'settle',
    description: 'its settlement date has come: it is paid, or has been by its anticipation',
    from: ['pending', 'anticipated'],
    to: 'settled',
  },
  anticipate: {
    trigger: 'anticipate',
    description: 'an anticipation pays it early',
    from: ['pending'],
    to: 'anticipated',
  },
  refund_whole: {
    trigger: 'refund_whole',
    description: 'a refund takes all that is left of it',
    from: ['pending', 'anticipated'],
    to: 'canceled',
  },
  charge_back: {
    trigger: 'charge_back',
    description: 'its charge is disputed',
    from: ['pending', 'anticipated'],
    to: 'suspended',
  },
  win_back_pending: {
    trigger: 'win_back_pending',
    description: 'the dispute is won, and it had not been paid',
    from: ['suspended'],
    to: 'pending',
  },
  win_back_anticipated: {
    trigger: 'win_back_anticipated',
    description: 'the dispute is won, and it had been anticipated',
    from: ['suspended'],
    to: 'anticipated',
  },
  lose_dispute: {
    trigger: 'lose_dispute',
    description: 'the dispute is lost',
    from: ['suspended'],
    to: 'canceled',
  },
} as const satisfies Record<string, ReceivableTransition>;
export type ReceivableTrigger = keyof typeof RECEIVABLE_TRANSITIONS;
