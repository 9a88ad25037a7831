import type { Sql, Transaction } from '@centavo/persistence';
import type { Advance } from './advance.domain.js';

/**
 * Adds receivables that the caller has locked and found free.
 * @throws a unique violation when one of them is in another anticipation that did not come to nothing
 */
export async function insertItems(
  transaction: Transaction,
  anticipationId: string,
  advances: readonly Advance[],
): Promise<void> {
  await transaction.query(
    `INSERT INTO anticipation_items (anticipation_id, receivable_id, net_amount, fee_amount, days)
     SELECT $1, * FROM unnest($2::uuid[], $3::bigint[], $4::bigint[], $5::int[])`,
    [anticipationId, ...amountsOf(advances)],
  );
}

/** Writes what the items of an anticipation have become, and leaves out those of which nothing is said. */
export async function reviseItems(
  transaction: Transaction,
  anticipationId: string,
  advances: readonly Advance[],
): Promise<void> {
  const [ids, ...amounts] = amountsOf(advances);
  await transaction.query(
    `DELETE FROM anticipation_items WHERE anticipation_id = $1 AND receivable_id <> ALL ($2::uuid[])`,
    [anticipationId, ids],
  );
  await transaction.query(
    `UPDATE anticipation_items i SET net_amount = revised.net, fee_amount = revised.interest, days = revised.days
     FROM unnest($2::uuid[], $3::bigint[], $4::bigint[], $5::int[]) AS revised (id, net, interest, days)
     WHERE i.anticipation_id = $1 AND i.receivable_id = revised.id`,
    [anticipationId, ids, ...amounts],
  );
}

/** The anticipation came to nothing: others may take its receivables. */
export async function releaseItems(transaction: Transaction, anticipationId: string): Promise<void> {
  await transaction.query('UPDATE anticipation_items SET is_released = true WHERE anticipation_id = $1', [
    anticipationId,
  ]);
}

export async function receivableIdsOf(transaction: Transaction, anticipationId: string): Promise<string[]> {
  const rows = await transaction.query<{ id: string }>(
    'SELECT receivable_id AS id FROM anticipation_items WHERE anticipation_id = $1',
    [anticipationId],
  );
  return rows.map(({ id }) => id);
}

/** Which of these receivables are in an anticipation that did not come to nothing. Sure only of those that the caller has locked. */
export async function findTaken(sql: Sql, receivableIds: readonly string[]): Promise<Set<string>> {
  const rows = await sql.query<{ id: string }>(
    `SELECT receivable_id AS id FROM anticipation_items WHERE receivable_id = ANY ($1::uuid[]) AND NOT is_released`,
    [receivableIds],
  );
  return new Set(rows.map(({ id }) => id));
}

const amountsOf = (advances: readonly Advance[]): [string[], bigint[], bigint[], number[]] => [
  advances.map(({ receivable }) => receivable.id),
  advances.map(({ net }) => net),
  advances.map(({ interest }) => interest),
  advances.map(({ days }) => days),
];
