import type { Transaction } from '@centavo/persistence';

/**
 * Folds the changes of counts into the counts, of all time and of each day, unless another instance is at it. A reader that adds up
 * changes and counts sees each change once, before and after.
 * @returns how many changes were folded
 */
export async function foldChargeCounts(transaction: Transaction): Promise<number> {
  const [lock] = await transaction.query<{ taken: boolean }>(
    `SELECT pg_try_advisory_xact_lock(hashtextextended(current_schema() || '.charge_counts', 0)) AS taken`,
  );
  if (!lock!.taken) return 0;
  const [folded] = await transaction.query<{ changes: bigint }>(
    `WITH gone AS (
       DELETE FROM charge_count_changes RETURNING owner_id, merchant_id, payment_method, status, day, count
     ), net AS (
       SELECT owner_id, merchant_id, payment_method, status, day, sum(count)::bigint AS count
       FROM gone GROUP BY 1, 2, 3, 4, 5 HAVING sum(count) <> 0
     ), folded AS (
       INSERT INTO charge_counts AS c (owner_id, merchant_id, payment_method, status, count)
       SELECT owner_id, merchant_id, payment_method, status, sum(count) FROM net GROUP BY 1, 2, 3, 4
       ON CONFLICT (owner_id, merchant_id, payment_method, status) DO UPDATE SET count = c.count + excluded.count
     ), folded_by_day AS (
       INSERT INTO charge_day_counts AS c (owner_id, merchant_id, payment_method, status, day, count)
       SELECT owner_id, merchant_id, payment_method, status, day, count FROM net
       ON CONFLICT (owner_id, merchant_id, payment_method, status, day) DO UPDATE SET count = c.count + excluded.count
     )
     SELECT count(*) AS changes FROM gone`,
  );
  return Number(folded!.changes);
}
