import type { Sql } from '@centavo/persistence';
import { digestSql } from '../chain/transaction-digest.sql.js';
import { ENTRY_CONTEXT, ENTRY_FAULT, TRANSACTION_FAULTS } from './entry-rules.sql.js';

/** A rule and what breaks it. */
export type Fault = readonly [rule: string, detail: string];

/** A transaction as a check reads it. */
export interface CheckedTransaction {
  readonly transaction_id: string;
  /** The SHA-256 of all that it says; null when it is not there. */
  readonly digest: Buffer | null;
  readonly faults: readonly (Fault | null)[];
  readonly entry_faults: readonly Fault[] | null;
}

/** A link of the chain with its transaction. */
export interface CheckedLink extends CheckedTransaction {
  readonly position: bigint;
  readonly hash: Buffer;
}

/** All in one statement, whose cost is that of a few look-ups per entry, wherever in the journal the page is. */
const check = (page: string, columns: string, order: string): string => `
  WITH page AS MATERIALIZED (${page})
  SELECT ${columns}, page.transaction_id, CASE WHEN t.id IS NOT NULL THEN said.digest END AS digest,
         ${TRANSACTION_FAULTS} AS faults, said.faults AS entry_faults
  FROM page
  LEFT JOIN transactions t ON t.id = page.transaction_id
  CROSS JOIN LATERAL (
    SELECT count(*) AS entries, sum(e.amount) AS total, min(e.line) AS first_line, max(e.line) AS last_line,
           ${digestSql('t', 'e')} AS digest, json_agg(e.fault) FILTER (WHERE e.fault IS NOT NULL) AS faults
    FROM (SELECT e.*, ${ENTRY_FAULT} AS fault FROM entries e ${ENTRY_CONTEXT}
          WHERE e.transaction_id = page.transaction_id) AS e
  ) AS said
  ORDER BY ${order}`;

const LINKS = check(
  `SELECT position, transaction_id, hash FROM journal_chain WHERE position > $1 ORDER BY position LIMIT $2`,
  'page.position, page.hash',
  'page.position',
);

/** The links after a position, in order. */
export const linksAfter = (sql: Sql, position: bigint, limit: number): Promise<CheckedLink[]> =>
  sql.query<CheckedLink>(LINKS, [position, limit]);

/** Where in the queue a page ended: rows of the queue do not move. */
export type QueuePlace = string;
export const QUEUE_START: QueuePlace = '(0,0)';

const QUEUED = check(
  `SELECT place, unnest(transaction_ids) AS transaction_id
   FROM (SELECT ctid AS place, transaction_ids FROM unchained_transactions WHERE ctid > $1::tid ORDER BY ctid LIMIT $2) AS queued`,
  'page.place::text AS place',
  'page.place',
);

/** The transactions in some rows of the queue. */
export const queuedAfter = (
  sql: Sql,
  place: QueuePlace,
  rows: number,
): Promise<(CheckedTransaction & { readonly place: QueuePlace })[]> => sql.query(QUEUED, [place, rows]);
