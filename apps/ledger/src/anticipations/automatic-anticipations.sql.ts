import type { LocalDate } from '@centavo/brazil';
import type { Sql, Transaction } from '@centavo/persistence';

/** Whose receivables are anticipated without being asked for: who wants that and is not suspended. */
const IS_AUTOMATIC = `terms.status = 'active' AND (terms.anticipation ->> 'automatic_enabled')::boolean`;

/** Merchants that have not had their anticipation of the day, in the order of their ids. @param after where the page before ended */
export async function findMerchantsToServe(sql: Sql, day: LocalDate, after: string, limit: number): Promise<string[]> {
  const rows = await sql.query<{ merchant_id: string }>(
    `SELECT terms.merchant_id FROM merchant_terms terms
     LEFT JOIN automatic_anticipations served ON served.merchant_id = terms.merchant_id
     WHERE ${IS_AUTOMATIC} AND terms.merchant_id > $2 AND (served.day IS NULL OR served.day < $1)
     ORDER BY terms.merchant_id LIMIT $3`,
    [day, after, limit],
  );
  return rows.map(({ merchant_id }) => merchant_id);
}

/**
 * Takes a merchant's day until the end of the transaction.
 * @returns false when somebody else is at it or has done it, or the merchant does not want it any more
 */
export async function claimDay(transaction: Transaction, merchantId: string, day: LocalDate): Promise<boolean> {
  await transaction.query(
    `INSERT INTO automatic_anticipations (merchant_id, day) VALUES ($1, '-infinity') ON CONFLICT DO NOTHING`,
    [merchantId],
  );
  const claimed = await transaction.query(
    `SELECT FROM automatic_anticipations served JOIN merchant_terms terms USING (merchant_id)
     WHERE merchant_id = $1 AND served.day < $2 AND ${IS_AUTOMATIC}
     FOR UPDATE OF served SKIP LOCKED`,
    [merchantId, day],
  );
  return claimed.length > 0;
}

/** The merchant has had what there was. */
export async function finishDay(transaction: Transaction, merchantId: string, day: LocalDate): Promise<void> {
  await transaction.query('UPDATE automatic_anticipations SET day = $2 WHERE merchant_id = $1', [merchantId, day]);
}
