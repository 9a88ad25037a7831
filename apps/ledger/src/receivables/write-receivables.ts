import type { Transaction } from '@centavo/persistence';
import { entersStatus, type ReceivableChange, type ReceivableState } from './receivable.domain.js';
import { sumChangesOf } from './receivable-sums.domain.js';
import { addSumChanges } from './receivable-sums.sql.js';
import { insertReceivables, updateReceivables } from './receivables.sql.js';

/** A receivable's changes within one database transaction, as one. */
interface WholeChange {
  readonly before: ReceivableState | null;
  readonly after: ReceivableState;
  readonly isTold: boolean;
}

/**
 * The one way in which receivables change: many at once, in the transaction that books them.
 * @param changes in order; a receivable may change several times
 * @param outboxId the outbox row that tells of them
 */
export async function writeReceivables(
  transaction: Transaction,
  changes: readonly ReceivableChange[],
  outboxId: string,
): Promise<void> {
  const whole = wholeChanges(changes).map(({ before, after, isTold }) => ({
    before,
    after: isTold ? { ...after, outbox_id: outboxId } : after,
  }));
  const added = whole.filter(({ before }) => before === null).map(({ after }) => after);
  const changed = whole.filter(
    (change): change is typeof change & { before: ReceivableState } => change.before !== null,
  );
  if (added.length > 0) await insertReceivables(transaction, added);
  if (changed.length > 0) await updateReceivables(transaction, changed);
  const sumChanges = sumChangesOf(whole);
  if (sumChanges.length > 0) await addSumChanges(transaction, sumChanges);
}

function wholeChanges(changes: readonly ReceivableChange[]): WholeChange[] {
  const byId = new Map<string, WholeChange>();
  for (const change of changes) {
    const { before, after } = change;
    const earlier = byId.get(after.id);
    byId.set(after.id, {
      before: earlier ? earlier.before : before,
      after,
      isTold: entersStatus(change) || (earlier?.isTold ?? false),
    });
  }
  return [...byId.values()];
}
