import type { Sql } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import type { WalletAccountName } from './accounts.domain.js';
import { accountKey, type AccountState, type Entry } from './running-balances.domain.js';

/**
 * Every statement that writes the journal, each for many rows at once, all within the caller's transaction and in this order:
 * lockAccounts, insertTransactions, insertEntries, updateBalances.
 */

/** A happening in the journal; its id is that of the message which caused it. */
export interface TransactionRow {
  readonly id: string;
  readonly kind: string;
  readonly referenceId: string;
  readonly occurredAt: Date;
}

/**
 * Locks wallet accounts until the end of the transaction, in the order of their ids, so that two writers of the same wallets wait
 * for each other and never in a circle. By {@link accountKey}; accounts that do not exist are left out.
 */
export async function lockAccounts(
  sql: Sql,
  accounts: readonly WalletAccountName[],
): Promise<Map<string, AccountState>> {
  const rows = await sql.query<AccountState & WalletAccountName>(
    `SELECT a.id, a.balance, a.version, a.kind, w.owner_id AS "ownerId"
     FROM unnest($1::uuid[], $2::text[]) AS wanted (owner_id, kind)
     JOIN wallets w ON w.owner_id = wanted.owner_id
     JOIN accounts a ON a.wallet_id = w.id AND a.kind = wanted.kind
     ORDER BY a.id
     FOR NO KEY UPDATE OF a`,
    [accounts.map(({ ownerId }) => ownerId), accounts.map(({ kind }) => kind)],
  );
  return new Map(rows.map((row) => [accountKey(row), { id: row.id, balance: row.balance, version: row.version }]));
}

/** Inserts transactions; returns the ids that were new. This is what makes a message that is delivered again do nothing. */
export async function insertTransactions(sql: Sql, transactions: readonly TransactionRow[]): Promise<Set<string>> {
  const rows = await sql.query<{ id: string }>(
    `INSERT INTO transactions (id, kind, reference_id, occurred_at)
     SELECT * FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::timestamptz[])
     ON CONFLICT (id) DO NOTHING
     RETURNING id`,
    [
      transactions.map(({ id }) => id),
      transactions.map(({ kind }) => kind),
      transactions.map(({ referenceId }) => referenceId),
      transactions.map(({ occurredAt }) => occurredAt),
    ],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Which of these transactions are in the journal. */
export async function findTransactions(sql: Sql, ids: readonly string[]): Promise<Set<string>> {
  const rows = await sql.query<{ id: string }>('SELECT id FROM transactions WHERE id = ANY ($1::uuid[])', [ids]);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Records entries. All entries of a transaction come in one call: the database checks that they are balanced. Those on the available
 * balance are at the same time the wallet's statement: the times of a statement never go back, whatever clocks do, and each of its entries
 * is numbered among those of its reference type and direction. So lists find their pages and totals without counting.
 */
export async function insertEntries(sql: Sql, entries: readonly Entry[]): Promise<void> {
  await sql.query(
    `INSERT INTO entries (transaction_id, line, account_id, receivable_id, amount, balance_after, version,
                          wallet_entry_id, reference_type, reference_id, description, recorded_at, reference_version)
     SELECT *,
            CASE WHEN reference_type IS NOT NULL THEN greatest(statement_timestamp(), (
              SELECT e.recorded_at FROM entries e WHERE e.account_id = entry.account_id AND e.version IS NOT NULL
              ORDER BY e.version DESC LIMIT 1)) END,
            CASE WHEN reference_type IS NOT NULL THEN coalesce((
              SELECT e.reference_version FROM entries e
              WHERE e.account_id = entry.account_id AND e.reference_type = entry.reference_type
                AND (e.amount > 0) = (entry.amount > 0)
              ORDER BY e.version DESC LIMIT 1), 0)
              + row_number() OVER (PARTITION BY account_id, reference_type, amount > 0 ORDER BY version) END
     FROM unnest($1::uuid[], $2::smallint[], $3::bigint[], $4::uuid[], $5::bigint[], $6::bigint[], $7::bigint[],
                 $8::uuid[], $9::text[], $10::uuid[], $11::text[])
       AS entry (transaction_id, line, account_id, receivable_id, amount, balance_after, version,
                 wallet_entry_id, reference_type, reference_id, description)`,
    [
      entries.map(({ transactionId }) => transactionId),
      entries.map(({ line }) => line),
      entries.map(({ accountId }) => accountId),
      entries.map(({ receivableId }) => receivableId),
      entries.map(({ amount }) => amount),
      entries.map(({ balanceAfter }) => balanceAfter),
      entries.map(({ version }) => version),
      entries.map(({ statement }) => statement && newId()),
      entries.map(({ statement }) => statement?.referenceType ?? null),
      entries.map(({ statement }) => statement?.referenceId ?? null),
      entries.map(({ statement }) => statement?.description ?? null),
    ],
  );
}

/** Writes back accounts that {@link lockAccounts} locked. */
export async function updateBalances(sql: Sql, accounts: readonly AccountState[]): Promise<void> {
  await sql.query(
    `UPDATE accounts a
     SET balance = changed.balance, version = changed.version
     FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS changed (id, balance, version)
     WHERE a.id = changed.id`,
    [accounts.map(({ id }) => id), accounts.map(({ balance }) => balance), accounts.map(({ version }) => version)],
  );
}
