import { WITHDRAWAL_TRANSITIONS, type WithdrawalRecord, type WithdrawalStatus } from '@centavo/contracts';
import type { Centavos } from '@centavo/money';

/** A withdrawal as the ledger works with it. */
export interface WithdrawalState extends WithdrawalRecord {
  /** What its `idempotency_key` is held to. */
  readonly fingerprint: string;
  /** Its events so far. */
  readonly sequence: number;
  /** Goes up with every write and with every take-over: what was decided on an earlier one is no longer true. */
  readonly version: number;
  /** The outbox row of its last event. */
  readonly outbox_id: string;
}

/** The owner of the wallet that a withdrawal is from. */
export const ownerOf = ({ merchant_id, submerchant_id }: Pick<WithdrawalRecord, 'merchant_id' | 'submerchant_id'>) =>
  submerchant_id ?? merchant_id;

/** Centavos that arrive. */
export const netAmountOf = ({ amount, fee }: Pick<WithdrawalRecord, 'amount' | 'fee'>): Centavos => amount - fee;

/** A withdrawal as it was when it was made: what the first answer showed. */
export const asMade = (withdrawal: WithdrawalState): WithdrawalState => ({
  ...withdrawal,
  status: 'pending',
  external_id: null,
  failure_reason: null,
  processed_at: null,
  completed_at: null,
  failed_at: null,
  updated_at: withdrawal.created_at,
});

/** A step in a withdrawal's life, decided on it as it was `before`. */
export interface WithdrawalMove {
  readonly from: readonly WithdrawalStatus[];
  readonly before: WithdrawalState;
  readonly after: WithdrawalState;
}

export const handOverMove = (before: WithdrawalState, now: Date): WithdrawalMove =>
  moved(before, 'hand_over', now, { processed_at: now });

export const completeMove = (before: WithdrawalState, externalId: string, now: Date): WithdrawalMove =>
  moved(before, 'complete', now, { external_id: externalId, completed_at: now });

export const failMove = (before: WithdrawalState, reason: string, now: Date): WithdrawalMove =>
  moved(before, 'fail', now, { failure_reason: reason, failed_at: now });

export const cancelMove = (before: WithdrawalState, now: Date): WithdrawalMove => moved(before, 'cancel', now);

function moved(
  before: WithdrawalState,
  trigger: keyof typeof WITHDRAWAL_TRANSITIONS,
  now: Date,
  changes: Partial<WithdrawalState> = {},
): WithdrawalMove {
  const { from, to } = WITHDRAWAL_TRANSITIONS[trigger];
  const after: WithdrawalState = {
    ...before,
    ...changes,
    status: to,
    sequence: before.sequence + 1,
    version: before.version + 1,
    updated_at: now,
  };
  return { from, before, after };
}
