import type { Sql, Transaction } from '@centavo/persistence';
import { CHAIN_START, type ChainLink } from './chain-hash.js';
import { digestSql } from './transaction-digest.sql.js';

/** A transaction of the journal with the SHA-256 of all that it says. */
export interface DigestedTransaction {
  readonly id: string;
  readonly digest: Buffer;
}

/**
 * One worker at a time builds the chain, of however many instances. Its commits need not wait for the disk: what a crash undoes is in the queue
 * again.
 * @returns false when another one does; the lock is freed with the transaction
 */
export async function lockChain(transaction: Transaction): Promise<boolean> {
  const [row] = await transaction.query<{ locked: boolean }>(
    `SELECT set_config('synchronous_commit', 'off', true),
            pg_try_advisory_xact_lock(hashtextextended(current_schema() || '.journal_chain', 0)) AS locked`,
  );
  return row!.locked;
}

/**
 * Takes the oldest transactions from the queue, by the rows in which they came: at least one row, more while they hold fewer than `limit`.
 * @returns their ids, each once
 */
export async function takeQueued(transaction: Transaction, limit: number): Promise<string[]> {
  const rows = await transaction.query<{ transaction_ids: string[] }>(
    `WITH oldest AS (
       SELECT ctid AS row, sum(cardinality(transaction_ids)) OVER rows - cardinality(transaction_ids) AS ahead
       FROM (SELECT ctid, transaction_ids FROM unchained_transactions LIMIT $1) AS queued
       WINDOW rows AS (ROWS UNBOUNDED PRECEDING)
     )
     DELETE FROM unchained_transactions
     WHERE ctid = ANY (ARRAY(SELECT row FROM oldest WHERE ahead < $1))
     RETURNING transaction_ids`,
    [limit],
  );
  return [...new Set(rows.flatMap(({ transaction_ids }) => transaction_ids))];
}

/** What transactions say, in the order of `ids`; those that are chained already, or not there, are left out. */
export const digestsOf = (sql: Sql, ids: readonly string[]): Promise<DigestedTransaction[]> =>
  sql.query<DigestedTransaction>(
    `SELECT t.id, said.digest
     FROM unnest($1::uuid[]) WITH ORDINALITY AS queued (id, number)
     JOIN transactions t ON t.id = queued.id
     CROSS JOIN LATERAL (SELECT ${digestSql('t', 'e')} AS digest FROM entries e WHERE e.transaction_id = t.id) AS said
     WHERE NOT EXISTS (SELECT FROM journal_chain c WHERE c.transaction_id = t.id)
     ORDER BY queued.number`,
    [ids],
  );

/** The end of the chain. */
export async function lastLink(sql: Sql): Promise<ChainLink> {
  const [last] = await sql.query<ChainLink>('SELECT position, hash FROM journal_chain ORDER BY position DESC LIMIT 1');
  return last ?? CHAIN_START;
}

export interface NewLink extends ChainLink {
  readonly transactionId: string;
}

export async function appendLinks(transaction: Transaction, links: readonly NewLink[]): Promise<void> {
  await transaction.query(
    `INSERT INTO journal_chain (position, transaction_id, hash) SELECT * FROM unnest($1::bigint[], $2::uuid[], $3::bytea[])`,
    [
      links.map(({ position }) => position),
      links.map(({ transactionId }) => transactionId),
      links.map(({ hash }) => hash),
    ],
  );
}

/** Adds what transactions moved to the accounts of the platform, which nobody else writes. */
export async function rollUpPlatformAccounts(
  transaction: Transaction,
  transactionIds: readonly string[],
): Promise<void> {
  await transaction.query(
    `UPDATE accounts a
     SET balance = a.balance + moved.amount, version = a.version + moved.entries
     FROM (SELECT account_id, sum(amount)::bigint AS amount, count(*) AS entries
           FROM entries WHERE transaction_id = ANY ($1::uuid[]) AND version IS NULL GROUP BY account_id) AS moved
     WHERE a.id = moved.account_id AND a.wallet_id IS NULL`,
    [transactionIds],
  );
}

/** Whether any transaction waits to be chained. */
export async function isAnyQueued(sql: Sql): Promise<boolean> {
  const [queue] = await sql.query<{ is_any: boolean }>('SELECT EXISTS (SELECT FROM unchained_transactions) AS is_any');
  return queue!.is_any;
}

/** How many transactions wait to be chained. */
export async function countQueued(sql: Sql): Promise<number> {
  const [queue] = await sql.query<{ transactions: number }>(
    'SELECT coalesce(sum(cardinality(transaction_ids)), 0)::int AS transactions FROM unchained_transactions',
  );
  return queue!.transactions;
}

/** How long ago the first transaction of the queue was posted, 0 when it is empty. Rows are added at the end, so the first is about the oldest. */
export async function oldestQueuedSeconds(sql: Sql): Promise<number> {
  const [oldest] = await sql.query<{ seconds: number }>(
    `SELECT extract(epoch FROM now() - t.posted_at)::float8 AS seconds
     FROM (SELECT transaction_ids[1] AS id FROM unchained_transactions LIMIT 1) AS queued
     JOIN transactions t ON t.id = queued.id`,
  );
  return oldest?.seconds ?? 0;
}
