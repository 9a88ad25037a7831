import type { Transaction } from '@centavo/persistence';
import type { WithdrawalState } from './withdrawal.domain.js';

/** A withdrawal's place in the lists, before and after a change. */
export interface ListChange {
  /** Null: it is new. */
  readonly before: WithdrawalState | null;
  readonly after: WithdrawalState;
}

/**
 * Keeps the lists of withdrawals, and how many there are. The last statement of its transaction that locks anything: counts are shared, and whoever
 * holds them waits for nobody else. They are taken in order, so that writers of one slot cannot wait for each other in a circle.
 */
export async function listWithdrawals(transaction: Transaction, changes: readonly ListChange[]): Promise<void> {
  if (changes.length === 0) return;
  await transaction.query(
    `WITH changed AS (
       SELECT c.*, owner.id AS owner_id
       FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::timestamptz[])
              AS c (id, merchant_id, submerchant_id, type, previous_status, status, created_at)
       CROSS JOIN unnest(ARRAY[c.merchant_id, c.submerchant_id]) AS owner (id)
       WHERE owner.id IS NOT NULL
     ), listed AS (
       INSERT INTO withdrawal_listings (owner_id, type, status, withdrawal_id, created_at)
       SELECT owner_id, type, status, id, created_at FROM changed WHERE previous_status IS NULL
     ), relisted AS (
       UPDATE withdrawal_listings l SET status = c.status FROM changed c
       WHERE l.owner_id = c.owner_id AND l.type = c.type AND l.status = c.previous_status AND l.withdrawal_id = c.id
     )
     INSERT INTO withdrawal_counts AS known (owner_id, merchant_id, type, status, slot, count)
     SELECT owner_id, merchant_id, type, change.status, pg_backend_pid() % 16, sum(change.count)
     FROM changed c CROSS JOIN LATERAL (VALUES (c.previous_status, -1), (c.status, 1)) AS change (status, count)
     WHERE change.status IS NOT NULL
     GROUP BY 1, 2, 3, 4 HAVING sum(change.count) <> 0 ORDER BY 1, 2, 3, 4
     ON CONFLICT (owner_id, merchant_id, type, status, slot) DO UPDATE SET count = known.count + excluded.count`,
    [
      changes.map(({ after }) => after.id),
      changes.map(({ after }) => after.merchant_id),
      changes.map(({ after }) => after.submerchant_id),
      changes.map(({ after }) => after.type),
      changes.map(({ before }) => before?.status ?? null),
      changes.map(({ after }) => after.status),
      changes.map(({ after }) => after.created_at),
    ],
  );
}
