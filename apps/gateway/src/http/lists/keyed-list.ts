import { FIRST_ID, firstIdAt, LAST_ID } from '@centavo/runtime';
import { offsetOf, type PageRequest } from './pagination.js';
import { ID_AGE_MS } from './ids-by-time.js';
import { statementOf, type Bind, type Statement } from './statement.js';
import { divideByDays, type DayRange, type TimeRange } from './whole-days.js';

/** A column that a listing is sorted by: what it may hold, and what is asked for; nothing means all of it. */
interface Key {
  readonly column: string;
  readonly values: readonly string[];
  readonly wanted: string | undefined;
}

/** When what is wanted was made, and the counts by day that help to add it up. */
export interface TimeFilter extends TimeRange {
  /** How many were made on each day: like the counts of the list, and `day`, a date. */
  readonly countsByDay: string;
  /** When those days start, in ms after midnight UTC. */
  readonly dayStartsAtMs: number;
}

/**
 * A list whose service keeps its ids in order for every value of its filters, so that no page and no total gets slower with the
 * history. Its ids are UUIDv7.
 */
export interface KeyedList {
  /** The resources, with `merchant_id` and `created_at`; quick to read in the order of ids for one merchant … */
  readonly view: string;
  /** … unless this says that only the listing is. */
  readonly isListedOnly?: boolean;
  /** Their ids: `owner_id`, the keys' columns, `id`, `created_at`; an index has them in this order. */
  readonly listing: string;
  /** How many there are: `owner_id`, `merchant_id`, the keys' columns and `count`, to be added up. */
  readonly counts: string;
  readonly merchantId: string;
  /** The submerchant whose rows are meant; without one all of the merchant's. */
  readonly submerchantId: string | undefined;
  readonly keys: readonly Key[];
  /** Undefined: such a list has no filter by time. */
  readonly made?: TimeFilter;
}

/** Page and total in one statement, like those of any list: `total` is on every row, and an empty page still has one. */
export const keyedPageStatement = (list: KeyedList, request: PageRequest): Statement =>
  statementOf((bind) => pageText(list, request, bind));

function pageText(list: KeyedList, request: PageRequest, bind: Bind): string {
  const merchant = bind(list.merchantId, 'uuid');
  const owner = list.submerchantId === undefined ? merchant : bind(list.submerchantId, 'uuid');
  const wanted = list.keys.map(({ column, values, wanted: value }) => ({
    column,
    values: bind(value === undefined ? values : [value], 'text[]'),
  }));
  const scope: Scope = {
    list,
    owner,
    wanted,
    ofMerchant: `owner_id = ${owner} AND merchant_id = ${merchant}`,
    range: list.made ? rangeOf(list.made, bind) : '',
    limit: bind(request.perPage, 'bigint'),
    offset: bind(offsetOf(request), 'bigint'),
  };
  const isNarrowed =
    list.isListedOnly || owner !== merchant || list.keys.some(({ wanted: value }) => value !== undefined);
  const ids = isNarrowed
    ? mergedIds(scope)
    : `SELECT id FROM ${list.view} WHERE merchant_id = ${merchant}${scope.range}
       ORDER BY id DESC LIMIT ${scope.limit} OFFSET ${scope.offset}`;
  return `
    SELECT page.*, counted.total
    FROM (SELECT ${list.made && scope.range ? countInRange(scope, list.made, bind) : sumOfCounts(scope)} AS total) counted
    LEFT JOIN (
      SELECT * FROM ${list.view} WHERE merchant_id = ${merchant} AND id = ANY (ARRAY(${ids}))
    ) page ON true
    ORDER BY page.id DESC`;
}

interface Scope {
  readonly list: KeyedList;
  readonly owner: string;
  readonly wanted: readonly { readonly column: string; readonly values: string }[];
  readonly ofMerchant: string;
  readonly range: string;
  readonly limit: string;
  readonly offset: string;
}

/** The range of ids is what the index can use, and wider than the range of times, which decides. */
function rangeOf({ from, until }: TimeRange, bind: Bind): string {
  if (!from && !until) return '';
  const firstId = from ? firstIdAt(from.getTime() - ID_AGE_MS) : FIRST_ID;
  const lastId = until ? firstIdAt(until.getTime() + ID_AGE_MS) : LAST_ID;
  return [
    ` AND id >= ${bind(firstId, 'uuid')} AND id <= ${bind(lastId, 'uuid')}`,
    ...(from ? [` AND created_at >= ${bind(from, 'timestamptz')}`] : []),
    ...(until ? [` AND created_at < ${bind(until, 'timestamptz')}`] : []),
  ].join('');
}

/** The index has an order within each combination of keys: the head of each holds the head of all. */
function mergedIds({ list, owner, wanted, range, limit, offset }: Scope): string {
  const combinations = wanted.map(({ column, values }) => `unnest(${values}) AS of_${column} (value)`);
  const matches = wanted.map(({ column }) => ` AND ${column} = of_${column}.value`);
  return `
    SELECT head.id FROM ${combinations.join(' CROSS JOIN ')} CROSS JOIN LATERAL (
      SELECT id FROM ${list.listing} WHERE owner_id = ${owner}${matches.join('')}${range}
      ORDER BY id DESC LIMIT ${limit} + ${offset}
    ) head
    ORDER BY head.id DESC LIMIT ${limit} OFFSET ${offset}`;
}

const isWanted = (wanted: Scope['wanted']): string =>
  wanted.map(({ column, values }) => ` AND ${column} = ANY (${values})`).join('');

const sumOfCounts = ({ list, ofMerchant, wanted }: Scope): string =>
  `(SELECT coalesce(sum(count), 0)::bigint FROM ${list.counts} WHERE ${ofMerchant}${isWanted(wanted)})`;

/** Whole days are added up: only what a range leaves of its first and last day is counted one by one. */
function countInRange(scope: Scope, made: TimeFilter, bind: Bind): string {
  const { days, rests } = divideByDays(made, made.dayStartsAtMs);
  const sum = days ? [sumOfDays(scope, made.countsByDay, days, bind)] : [];
  return [...sum, ...rests.map((rest) => countRows(scope, rest, bind))].join(' + ');
}

const sumOfDays = ({ ofMerchant, wanted }: Scope, countsByDay: string, { first, end }: DayRange, bind: Bind): string =>
  `(SELECT coalesce(sum(count), 0)::bigint FROM ${countsByDay} WHERE ${ofMerchant}${isWanted(wanted)}${[
    first === null ? '' : ` AND day >= DATE '1970-01-01' + ${bind(first, 'int')}`,
    end === null ? '' : ` AND day < DATE '1970-01-01' + ${bind(end, 'int')}`,
  ].join('')})`;

/** Reads the index of the range. The listing does not say whose a submerchant is; the counts do. */
const countRows = ({ list, owner, ofMerchant, wanted }: Scope, range: TimeRange, bind: Bind): string =>
  `(SELECT count(*) FROM ${list.listing}
   WHERE owner_id = ${owner}${isWanted(wanted)}${rangeOf(range, bind)} AND EXISTS (SELECT FROM ${list.counts} WHERE ${ofMerchant}))`;
