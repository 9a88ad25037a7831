export const WITHDRAWAL_STATUSES = ['pending', 'processing', 'completed', 'failed', 'canceled'] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

/** One row of a withdrawal's state machine: `from` → `to` when `trigger` happens. */
export interface WithdrawalTransition {
  readonly trigger: string;
  readonly description: string;
  readonly from: readonly WithdrawalStatus[];
  readonly to: WithdrawalStatus;
}

/**
 * The state machine of a withdrawal, as data: the `UPDATE … WHERE status = ANY(from)` of every transition, the table in docs/states.md
 * and what docs/events.md says of withdrawals come from here.
 */
export const WITHDRAWAL_TRANSITIONS = {
  hand_over: {
    trigger: 'hand_over',
    description: 'it is handed to the bank',
    from: ['pending'],
    to: 'processing',
  },
  complete: {
    trigger: 'complete',
    description: 'the bank has paid it',
    from: ['processing'],
    to: 'completed',
  },
  fail: {
    trigger: 'fail',
    description: 'the bank did not pay it; the wallet is credited again',
    from: ['processing'],
    to: 'failed',
  },
  cancel: {
    trigger: 'cancel',
    description: '`POST …/cancel` before it is handed to the bank; the wallet is credited again',
    from: ['pending'],
    to: 'canceled',
  },
} as const satisfies Record<string, WithdrawalTransition>;
export type WithdrawalTrigger = keyof typeof WITHDRAWAL_TRANSITIONS;
