import type { RefundRecord } from '@centavo/contracts';
import type { Sql } from '@centavo/persistence';

/** Inserts refunds, in the transaction of their charges' moves. */
export async function insertRefunds(sql: Sql, refunds: readonly RefundRecord[]): Promise<void> {
  await sql.query(
    `INSERT INTO charge_refunds (id, charge_id, amount, reason, created_at)
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::text[], $5::timestamptz[])`,
    [
      refunds.map(({ id }) => id),
      refunds.map(({ charge_id }) => charge_id),
      refunds.map(({ amount }) => amount),
      refunds.map(({ reason }) => reason),
      refunds.map(({ created_at }) => created_at),
    ],
  );
}

/** Whether a refund has been written. */
export async function isRefunded(sql: Sql, refundId: string): Promise<boolean> {
  const rows = await sql.query('SELECT FROM charge_refunds WHERE id = $1', [refundId]);
  return rows.length > 0;
}
