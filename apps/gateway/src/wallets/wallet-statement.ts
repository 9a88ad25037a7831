import {
  ENTRY_DIRECTIONS,
  WALLET_ENTRY_REFERENCE_TYPES,
  type EntryDirection,
  type WalletEntryReferenceType,
} from '@centavo/contracts';
import { statementOf, type Bind, type Statement } from '../http/lists/statement.js';
import { offsetOf, type PageRequest } from '../http/lists/pagination.js';
import type { TimeRange } from '../http/lists/whole-days.js';

/**
 * How entries of wallets are read: the later first, by the number that each has on its account. The numbers have no gap and the times never go
 * back, so the first entry of a day is found by halving and the difference of two numbers is a count; among those of a reference type and
 * direction each entry has a number too. So nothing is counted through, however long the statement is.
 */
const ENTRIES = 'ledger.published_wallet_entries';
const STATEMENTS = 'ledger.published_wallet_statements';

/** Which entries are meant. */
export interface EntriesWanted extends TimeRange {
  readonly merchantId: string;
  readonly walletId: string;
  readonly referenceType: WalletEntryReferenceType | undefined;
  readonly direction: EntryDirection | undefined;
}

/** The entries of a time by their numbers, from `first` up to the one before `end`. */
export interface EntryRange {
  readonly account_id: bigint;
  readonly first: bigint;
  readonly end: bigint;
}

/** A page and the total, which is on every row; an empty page still has one. No row at all: the merchant has no such wallet. */
export const entriesPageStatement = (wanted: EntriesWanted, request: PageRequest): Statement =>
  statementOf((bind) => {
    const kinds = kindsOf(wanted, bind);
    const range = { account: 'range.account_id', first: 'range.first', end: 'range."end"' };
    const part = { limit: bind(request.perPage, 'bigint'), offset: bind(offsetOf(request), 'bigint') };
    return `
      ${withRange(wanted, bind)}
      SELECT page.*, ${kinds ? countOf(kinds, range) : `greatest(${range.end} - ${range.first}, 0)`} AS total
      FROM range LEFT JOIN LATERAL (${kinds ? someOf(kinds, range, part) : partOf(range, part)}) AS page ON true
      ORDER BY page.version DESC`;
  });

/** The range of entries, as it is now; no row: the merchant has no such wallet. */
export const entryRangeStatement = (wanted: EntriesWanted): Statement =>
  statementOf((bind) => `${withRange(wanted, bind)} SELECT * FROM range`);

/** The last entries of a range. */
export const lastEntriesStatement = (wanted: EntriesWanted, range: EntryRange, limit: number): Statement =>
  statementOf((bind) => {
    const kinds = kindsOf(wanted, bind);
    const bound = {
      account: bind(range.account_id, 'bigint'),
      first: bind(range.first, 'bigint'),
      end: bind(range.end, 'bigint'),
    };
    const part = { limit: bind(limit, 'bigint'), offset: '0' };
    return `SELECT * FROM (${kinds ? someOf(kinds, bound, part) : partOf(bound, part)}) AS page ORDER BY version DESC`;
  });

/** The same as {@link EntryRange}, in SQL. */
interface RangeSql {
  readonly account: string;
  readonly first: string;
  readonly end: string;
}

interface PartSql {
  readonly limit: string;
  readonly offset: string;
}

const withRange = ({ walletId, merchantId, from, until }: EntriesWanted, bind: Bind): string => `
  WITH statement AS (
    SELECT account_id, entries FROM ${STATEMENTS}
    WHERE wallet_id = ${bind(walletId, 'uuid')} AND merchant_id = ${bind(merchantId, 'uuid')}
  ), range AS MATERIALIZED (
    SELECT account_id, ${from ? firstSince(bind(from, 'timestamptz')) : '1::bigint'} AS first,
           ${until ? firstSince(bind(until, 'timestamptz')) : 'entries + 1'} AS "end"
    FROM statement
  )`;

/** The number of the first entry at or after a time; one more than the last when there is none. */
const firstSince = (time: string): string => `(
  WITH RECURSIVE search (low, high) AS (
    SELECT 1::bigint, statement.entries + 1
    UNION ALL
    SELECT CASE WHEN middle.created_at < ${time} THEN middle.version + 1 ELSE search.low END,
           CASE WHEN middle.created_at < ${time} THEN search.high ELSE middle.version END
    FROM search CROSS JOIN LATERAL (
      SELECT version, created_at FROM ${ENTRIES}
      WHERE account_id = statement.account_id AND version = (search.low + search.high) / 2
    ) AS middle
    WHERE search.low < search.high
  )
  SELECT low FROM search WHERE low = high)`;

/** Reference types with directions, as a table; undefined when all are meant. */
function kindsOf({ referenceType, direction }: EntriesWanted, bind: Bind): string | undefined {
  if (!referenceType && !direction) return undefined;
  const types = referenceType ? [referenceType] : WALLET_ENTRY_REFERENCE_TYPES;
  const directions = direction ? [direction] : ENTRY_DIRECTIONS;
  return `unnest(${bind(types, 'text[]')}) AS type (reference_type)
    CROSS JOIN unnest(${bind(
      directions.map((each) => each === 'credit'),
      'boolean[]',
    )}) AS direction (is_credit)`;
}

const isOfKind = ({ account }: RangeSql): string =>
  `account_id = ${account} AND reference_type = type.reference_type AND is_credit = direction.is_credit`;

/** Of a range without gaps any part is where its numbers say. */
const partOf = ({ account, first, end }: RangeSql, { limit, offset }: PartSql): string => `
  SELECT * FROM ${ENTRIES}
  WHERE account_id = ${account} AND version < ${end} - ${offset} AND version >= greatest(${first}, ${end} - ${offset} - ${limit})`;

/** Each kind has an order of its own: the heads of all hold the head of the whole. */
const someOf = (kinds: string, range: RangeSql, { limit, offset }: PartSql): string => `
  SELECT * FROM ${ENTRIES}
  WHERE account_id = ${range.account} AND version = ANY (ARRAY(
    SELECT head.version FROM ${kinds} CROSS JOIN LATERAL (
      SELECT version FROM ${ENTRIES}
      WHERE ${isOfKind(range)} AND version >= ${range.first} AND version < ${range.end}
      ORDER BY version DESC LIMIT ${limit} + ${offset}
    ) AS head
    ORDER BY head.version DESC LIMIT ${limit} OFFSET ${offset}))`;

const countOf = (kinds: string, range: RangeSql): string => `(
  SELECT coalesce(sum(greatest(upto.number - coalesce(before.number, 0), 0)), 0)::bigint
  FROM ${kinds}
  CROSS JOIN LATERAL (${numberBefore(range.end, range)}) AS upto
  LEFT JOIN LATERAL (${numberBefore(range.first, range)}) AS before ON true)`;

/** How many of a kind there are before an entry: what the last of them says. */
const numberBefore = (version: string, range: RangeSql): string => `
  SELECT reference_version AS number FROM ${ENTRIES}
  WHERE ${isOfKind(range)} AND version < ${version}
  ORDER BY version DESC LIMIT 1`;
