import type { Sql } from '@centavo/persistence';
import type { AddressedMessage } from '../bus.js';

/** A row of the outbox: what one transaction has to say. */
export interface OutboxRow {
  readonly id: string;
  readonly messages: readonly AddressedMessage[];
}

interface StoredRow {
  readonly id: string;
  readonly messages: string;
}

/**
 * Adds a row.
 * @param predecessors ids of rows that may still have to be published before it
 * @returns the position of the last of them that still exists
 */
export async function insertRow(
  sql: Sql,
  { id, messages }: OutboxRow,
  predecessors: readonly string[],
): Promise<bigint | null> {
  const [row] = await sql.query<{ after: bigint | null }>(
    `INSERT INTO outbox (id, messages) VALUES ($1, $2)
     RETURNING (SELECT max(earlier.position) FROM outbox earlier WHERE earlier.id = ANY ($3::uuid[])) AS after`,
    [id, JSON.stringify(messages), predecessors],
  );
  return row?.after ?? null;
}

/** Rows up to a position, oldest first, without those of `own`. */
export function rowsUpTo(sql: Sql, position: bigint, own: readonly string[], limit: number): Promise<OutboxRow[]> {
  return select(sql, `position <= $1 AND id <> ALL ($2::uuid[]) ORDER BY position LIMIT $3`, [position, own, limit]);
}

/** Rows that were written at least `ageMs` ago, oldest first, without those of `own`. */
export function rowsOlderThan(sql: Sql, ageMs: number, own: readonly string[], limit: number): Promise<OutboxRow[]> {
  const isOld = `created_at < clock_timestamp() - make_interval(secs => $1::float8 / 1000)`;
  return select(sql, `${isOld} AND id <> ALL ($2::uuid[]) ORDER BY position LIMIT $3`, [ageMs, own, limit]);
}

/**
 * Deletes published rows. The commit does not wait for the disk: a deletion lost in a crash only makes the rows be published
 * again, which has to be possible anyway.
 */
export async function deleteRows(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql.query(
    `WITH relaxed AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
     DELETE FROM outbox USING relaxed WHERE id = ANY ($1::uuid[])`,
    [ids],
  );
}

/** One relay of a schema at a time. @returns false when another one holds the lock; it is freed with the transaction */
export async function lockRelay(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ locked: boolean }>(
    `SELECT pg_try_advisory_xact_lock(hashtextextended(current_schema() || '.outbox', 0)) AS locked`,
  );
  return row?.locked ?? false;
}

/** Rows not yet published and deleted, 10,000 at most, and how long the oldest of them has waited. For metrics. */
export async function outboxState(sql: Sql): Promise<{ rows: number; oldestMs: number }> {
  const [row] = await sql.query<{ rows: number; oldest_ms: number }>(
    `SELECT count(*)::integer AS rows,
            coalesce(extract(epoch FROM clock_timestamp() - min(created_at)) * 1000, 0)::float8 AS oldest_ms
     FROM (SELECT created_at FROM outbox LIMIT 10000) AS stored`,
  );
  return { rows: row?.rows ?? 0, oldestMs: row?.oldest_ms ?? 0 };
}

async function select(sql: Sql, condition: string, parameters: readonly unknown[]): Promise<OutboxRow[]> {
  const rows = await sql.query<StoredRow>(`SELECT id, messages FROM outbox WHERE ${condition}`, parameters);
  return rows.map(({ id, messages }) => ({ id, messages: JSON.parse(messages) as AddressedMessage[] }));
}
