import { RECEIVABLE_TRANSITIONS, type ReceivableRecord, type ReceivableTrigger } from '@centavo/contracts';
import type { Centavos } from '@centavo/money';

/**
 * A receivable as the ledger keeps it: what is published, and what is left of it. Refunds take from what is left; what is shown shrinks
 * with it until the receivable is paid or gone, and from then on tells what it was.
 */
export interface ReceivableState extends ReceivableRecord {
  readonly gross_left: Centavos;
  readonly fee_left: Centavos;
  /** What a chargeback holds of its net, in the wallet's blocked balance. */
  readonly held_net: Centavos;
  /** How many events told of it. */
  readonly sequence: number;
  /** The outbox row of the last; null until it is written. */
  readonly outbox_id: string | null;
}

/** What becomes of a receivable; `before` is null of a new one. */
export interface ReceivableChange {
  readonly before: ReceivableState | null;
  readonly after: ReceivableState;
}

/** What is left of its net. */
export const netLeftOf = ({ gross_left, fee_left }: ReceivableState): Centavos => gross_left - fee_left;

/** Whether a change is one that an event tells. */
export const entersStatus = ({ before, after }: ReceivableChange): boolean => before?.status !== after.status;

/** Its date has come. */
export const settle = (receivable: ReceivableState, now: Date): ReceivableState =>
  move(receivable, 'settle', { settled_at: now });

/** It is paid early. @param paidOn the start of the day on which it is */
export const anticipate = (receivable: ReceivableState, anticipationId: string, paidOn: Date): ReceivableState =>
  move(receivable, 'anticipate', { anticipation_id: anticipationId, settlement_date: paidOn });

/**
 * A refund takes from it. What it has been paid for stays as it was paid; one that is wholly taken before is canceled and keeps
 * showing what it had.
 * @param taken centavos: `gross`, at most what is left, and the fee that goes with it
 */
export function takeFrom(
  receivable: ReceivableState,
  taken: { readonly gross: Centavos; readonly fee: Centavos },
): ReceivableState {
  const left = { gross_left: receivable.gross_left - taken.gross, fee_left: receivable.fee_left - taken.fee };
  if (left.gross_left < 0n || left.fee_left < 0n || left.fee_left > left.gross_left) {
    throw new RangeError(`${taken.gross} with a fee of ${taken.fee} cannot be taken from receivable ${receivable.id}`);
  }
  if (receivable.status === 'settled') return { ...receivable, ...left };
  if (left.gross_left === 0n) return move(receivable, 'refund_whole', left);
  const shown = {
    gross_amount: left.gross_left,
    fee_amount: left.fee_left,
    net_amount: left.gross_left - left.fee_left,
  };
  return { ...receivable, ...left, ...shown };
}

/** Its charge is disputed: what is left is held. What had been settled stays so. */
export function holdBack(receivable: ReceivableState): ReceivableState {
  const held = { held_net: netLeftOf(receivable) };
  return receivable.status === 'settled' ? { ...receivable, ...held } : move(receivable, 'charge_back', held);
}

/** The dispute is won: it is again what it was before. */
export function giveBack(receivable: ReceivableState): ReceivableState {
  const freed = { held_net: 0n };
  if (receivable.status === 'settled') return { ...receivable, ...freed };
  return move(receivable, receivable.anticipation_id ? 'win_back_anticipated' : 'win_back_pending', freed);
}

/** The dispute is lost: nothing is left of it. */
export function writeOff(receivable: ReceivableState): ReceivableState {
  const gone = { held_net: 0n, gross_left: 0n, fee_left: 0n };
  return receivable.status === 'settled' ? { ...receivable, ...gone } : move(receivable, 'lose_dispute', gone);
}

/** @throws Error when the state machine has no such move: a fault of whoever asked */
function move(
  receivable: ReceivableState,
  trigger: ReceivableTrigger,
  changes: Partial<ReceivableState>,
): ReceivableState {
  const { from, to } = RECEIVABLE_TRANSITIONS[trigger];
  if (!(from as readonly string[]).includes(receivable.status)) {
    throw new Error(`receivable ${receivable.id} is ${receivable.status}: no ${trigger}`);
  }
  return { ...receivable, ...changes, status: to, sequence: receivable.sequence + 1 };
}
