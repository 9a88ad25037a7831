import type { Database } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import type { ReceivableState } from '../../apps/ledger/src/receivables/receivable.domain.js';
import { writeReceivables } from '../../apps/ledger/src/receivables/write-receivables.js';

/** What a receivable of the past is to be like; the rest does not matter. */
export type PastReceivable = Partial<ReceivableState> & Pick<ReceivableState, 'merchant_id'>;

const SOME_DAY = new Date('2026-03-10T03:00:00Z');
/** The ledger settles by this date, not by the one that is shown: so it leaves them as they are. */
const NEVER_SETTLED = new Date('2099-01-01T03:00:00Z');

const stateOf = (past: PastReceivable): ReceivableState => ({
  id: newId(),
  charge_id: newId(),
  submerchant_id: null,
  recipient_id: past.submerchant_id ?? past.merchant_id,
  payment_method: 'credit_card',
  installment: 1,
  gross_amount: 1_000n,
  fee_amount: 30n,
  net_amount: (past.gross_amount ?? 1_000n) - (past.fee_amount ?? 30n),
  gross_left: past.gross_amount ?? 1_000n,
  fee_left: past.fee_amount ?? 30n,
  held_net: 0n,
  status: 'pending',
  settlement_date: SOME_DAY,
  original_settlement_date: NEVER_SETTLED,
  anticipation_id: null,
  settled_at: null,
  created_at: SOME_DAY,
  sequence: 1,
  outbox_id: newId(),
  ...past,
});

/** Writes receivables the way the ledger does, as if they had come from captures long ago. They are in nobody's books. */
export async function makeReceivables(ledger: Database, past: readonly PastReceivable[]): Promise<ReceivableState[]> {
  const receivables = past.map(stateOf);
  await ledger.transaction((transaction) =>
    writeReceivables(
      transaction,
      receivables.map((after) => ({ before: null, after })),
      newId(),
    ),
  );
  return receivables;
}

/** Changes receivables the way the ledger does, whatever its rules say. @returns how they are after */
export async function changeReceivables(
  ledger: Database,
  receivables: readonly ReceivableState[],
  changes: Partial<ReceivableState>,
): Promise<ReceivableState[]> {
  const moves = receivables.map((before) => ({
    before,
    after: { ...before, ...changes, sequence: before.sequence + 1 },
  }));
  await ledger.transaction((transaction) => writeReceivables(transaction, moves, newId()));
  return moves.map(({ after }) => after);
}
