import type { LedgerViolation } from '@centavo/contracts';
import type { Sql, Transaction } from '@centavo/persistence';
import { CHAIN_START, type ChainLink } from '../chain/chain-hash.js';
import { accountRule } from './ledger-rules.sql.js';

/** How far the light check has come. */
export interface Watch {
  readonly end: ChainLink;
  readonly checkedAt: Date;
  /** Found since the ledger began. */
  readonly violations: number;
}

interface WatchRow {
  readonly position: bigint;
  readonly hash: Buffer | null;
  readonly checked_at: Date;
  readonly violations: bigint;
}

const toWatch = ({ position, hash, checked_at: checkedAt, violations }: WatchRow): Watch => ({
  end: hash ? { position, hash } : CHAIN_START,
  checkedAt,
  violations: Number(violations),
});

const SELECT = 'SELECT position, hash, checked_at, violations FROM chain_watch';

export async function readWatch(sql: Sql): Promise<Watch> {
  const [row] = await sql.query<WatchRow>(SELECT);
  return toWatch(row!);
}

/** Takes the watch until the end of the transaction; undefined while another instance has it. */
export async function takeWatch(transaction: Transaction): Promise<Watch | undefined> {
  const [row] = await transaction.query<WatchRow>(`${SELECT} FOR UPDATE SKIP LOCKED`);
  return row && toWatch(row);
}

/** @param found how many violations more */
export async function moveWatch(transaction: Transaction, { position, hash }: ChainLink, found: number): Promise<void> {
  await transaction.query(
    `UPDATE chain_watch SET position = $1, hash = CASE WHEN $1::bigint > 0 THEN $2::bytea END, checked_at = now(),
            violations = violations + $3`,
    [position, hash, found],
  );
}

/** The accounts of some transactions that are not the sum of their entries. */
export const accountBreaches = (sql: Sql, transactionIds: readonly string[]): Promise<LedgerViolation[]> =>
  sql.query<LedgerViolation>(
    `SELECT 'account_is_the_sum_of_its_entries' AS rule, subject::text, detail::text
     FROM (${accountRule('a.id IN (SELECT account_id FROM entries WHERE transaction_id = ANY ($1::uuid[]))')}) AS found`,
    [transactionIds],
  );

/** Whether the chain still has the link at which the watch ended. */
export async function isChained(sql: Sql, { position, hash }: ChainLink): Promise<boolean> {
  if (position === 0n) return true;
  const [link] = await sql.query('SELECT FROM journal_chain WHERE position = $1 AND hash = $2', [position, hash]);
  return link !== undefined;
}
