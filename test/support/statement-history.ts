import type { WalletEntryReferenceType } from '@centavo/contracts';
import type { Database } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { postTransactions, type JournalTransaction } from '../../apps/ledger/src/journal/post-transactions.js';

/** A history of years in one statement would outlast a statement's time on a busy machine. */
const POSTED_AT_ONCE = 500;

/** What an entry is to be like; the rest does not matter. */
export interface PastEntry {
  readonly referenceType: WalletEntryReferenceType;
  /** Centavos; a credit above zero, a debit below. */
  readonly amount: bigint;
  readonly description?: string;
  /** Not before that of the entry before; without one it is recorded now. */
  readonly recordedAt?: Date;
}

/** Posts entries on an available balance, one transaction each, in order, as the ledger does; then dates them back. */
export async function makeEntries(
  { ledger, owner }: { readonly ledger: Database; readonly owner: Database },
  ownerId: string,
  past: readonly PastEntry[],
): Promise<void> {
  const drafts = past.map((entry) => transactionOf(ownerId, entry));
  for (let from = 0; from < drafts.length; from += POSTED_AT_ONCE) {
    const part = drafts.slice(from, from + POSTED_AT_ONCE);
    await ledger.transaction((transaction) => postTransactions(transaction, part));
  }
  const dated = past.flatMap(({ recordedAt }, index) => (recordedAt ? [{ id: drafts[index]!.id, recordedAt }] : []));
  if (dated.length === 0) return;
  await owner.transaction(async (transaction) => {
    // What is in the journal stays as it is, but for a test behind the guards.
    await transaction.query('SET LOCAL session_replication_role = replica');
    await transaction.query(
      `UPDATE entries e SET recorded_at = d.recorded_at
       FROM unnest($1::uuid[], $2::timestamptz[]) AS d (id, recorded_at)
       WHERE e.transaction_id = d.id AND e.reference_type IS NOT NULL`,
      [dated.map(({ id }) => id), dated.map(({ recordedAt }) => recordedAt)],
    );
  });
}

function transactionOf(
  ownerId: string,
  { referenceType, amount, description = 'Past' }: PastEntry,
): JournalTransaction {
  const id = newId();
  const statement = { referenceType, referenceId: id, description };
  return {
    id,
    kind: 'adjustment',
    referenceId: id,
    occurredAt: new Date(),
    lines: [
      { account: { kind: 'available', ownerId }, amount, receivableId: null, statement },
      { account: { kind: 'adjustments' }, amount: -amount, receivableId: null },
    ],
  };
}
