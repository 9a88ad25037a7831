import { offsetOf, type PageRequest } from '../http/lists/pagination.js';
import { statementOf, type Bind, type Statement } from '../http/lists/statement.js';
import { divideByDays, type TimeRange } from '../http/lists/whole-days.js';

/** Which of a merchant's deliveries are wanted. */
export interface WantedDeliveries {
  readonly merchantId: string;
  readonly endpointId: string | undefined;
  readonly event: string | undefined;
  readonly status: string | undefined;
  /** When their events occurred. */
  readonly occurred: TimeRange;
}

const VIEW = 'webhooks.published_postback_deliveries';
const LISTINGS = 'webhooks.published_postback_delivery_listings';
const COUNTS = 'webhooks.published_postback_delivery_counts';

/** Webhooks counts the deliveries of a day from three o'clock UTC: midnight in São Paulo, where the plain dates of filters are. */
const COUNTED_DAY_STARTS_AT_MS = 3 * 3_600_000;
const DAY_STARTS = "TIME '03:00'";

/**
 * Page and total in one statement. Deliveries wait in order for every endpoint, event and status, and it is known how many of each there are
 * of every day. So the total is a sum; the days in which the page lies follow from it; and the heads of what there is in these days hold the
 * head of all. No page and no total gets slower with the history, wherever in it the page is.
 */
export const deliveryPage = ({ occurred, ...wanted }: WantedDeliveries, request: PageRequest): Statement =>
  statementOf((bind) => {
    const [limit, offset] = [bind(request.perPage, 'bigint'), bind(offsetOf(request), 'bigint')];
    return `
      WITH counted AS MATERIALIZED (
        SELECT endpoint_id, event, status, day, sum(count)::bigint AS count FROM ${COUNTS}
        WHERE ${filterOf(wanted, bind)}${daysAround(occurred, bind)}
        GROUP BY 1, 2, 3, 4 HAVING sum(count) > 0
      ), span AS MATERIALIZED (
        ${spansOf(occurred, bind)}
      ), placed AS (
        SELECT *, sum(count) OVER (ORDER BY since DESC) - count AS before FROM span
      ), reach AS MATERIALIZED (
        SELECT ${firstIdAt('min(since)')} AS first_id, ${firstIdAt('max(until)')} AS end_id,
               ${dayAt('min(since)')} AS first_day, ${dayAt('max(until)')} AS last_day, ${offset} - min(before)::bigint AS skipped
        FROM placed WHERE before < ${limit} + ${offset} AND before + count > ${offset}
      ), ids AS MATERIALIZED (
        SELECT head.id FROM (
          SELECT DISTINCT endpoint_id, event, status FROM counted, reach WHERE day BETWEEN first_day AND last_day
        ) of_group CROSS JOIN LATERAL (
          SELECT id FROM ${LISTINGS}
          WHERE ${OF_GROUP} AND id >= (SELECT first_id FROM reach) AND id < (SELECT end_id FROM reach)
          ORDER BY id DESC LIMIT ${limit} + (SELECT skipped FROM reach)
        ) head
        ORDER BY head.id DESC LIMIT ${limit} OFFSET (SELECT skipped FROM reach)
      )
      SELECT page.*, counted.total
      FROM (SELECT coalesce(sum(count), 0)::bigint AS total FROM span) counted
      LEFT JOIN (SELECT delivery.* FROM ids JOIN ${VIEW} delivery ON delivery.id = ids.id) page ON true
      ORDER BY page.id DESC`;
  });

/** The condition of all counts, and so of all else: whatever endpoint is named, only the merchant's own is found. */
const filterOf = (wanted: Omit<WantedDeliveries, 'occurred'>, bind: Bind): string =>
  [
    `merchant_id = ${bind(wanted.merchantId, 'uuid')}`,
    ...(wanted.endpointId === undefined ? [] : [`endpoint_id = ${bind(wanted.endpointId, 'uuid')}`]),
    ...(wanted.event === undefined ? [] : [`event = ${bind(wanted.event, 'text')}`]),
    ...(wanted.status === undefined ? [] : [`status = ${bind(wanted.status, 'text')}`]),
  ].join(' AND ');

/** Every day of which a range has something. */
const daysAround = ({ from, until }: TimeRange, bind: Bind): string =>
  [
    from ? ` AND day >= ${dayAt(bind(from, 'timestamptz'))}` : '',
    until ? ` AND day <= ${dayAt(bind(until, 'timestamptz'))}` : '',
  ].join('');

/** The days of a range with how many there are in each. What it leaves of its first and last day is counted one by one. */
function spansOf(occurred: TimeRange, bind: Bind): string {
  const { days, rests } = divideByDays(occurred, COUNTED_DAY_STARTS_AT_MS);
  const counted = days
    ? [
        `SELECT (day + ${DAY_STARTS}) AT TIME ZONE 'UTC' AS since, (day + 1 + ${DAY_STARTS}) AT TIME ZONE 'UTC' AS until,
                sum(count)::bigint AS count
         FROM counted WHERE true${[
           days.first === null ? '' : ` AND day >= DATE '1970-01-01' + ${bind(days.first, 'int')}`,
           days.end === null ? '' : ` AND day < DATE '1970-01-01' + ${bind(days.end, 'int')}`,
         ].join('')}
         GROUP BY day`,
      ]
    : [];
  return [...counted, ...rests.map((rest) => restOf(rest, bind))].join(' UNION ALL ');
}

function restOf({ from, until }: TimeRange, bind: Bind): string {
  const [since, end] = [bind(from, 'timestamptz'), bind(until, 'timestamptz')];
  return `
    SELECT ${since} AS since, ${end} AS until, count(*) AS count FROM (
      SELECT DISTINCT endpoint_id, event, status FROM counted WHERE day BETWEEN ${dayAt(since)} AND ${dayAt(end)}
    ) of_group CROSS JOIN LATERAL (
      SELECT FROM ${LISTINGS} WHERE ${OF_GROUP} AND id >= ${firstIdAt(since)} AND id < ${firstIdAt(end)}
    ) listed`;
}

const OF_GROUP = 'endpoint_id = of_group.endpoint_id AND event = of_group.event AND status = of_group.status';

/** The counted day of a time. */
const dayAt = (time: string): string => `((${time}) AT TIME ZONE 'UTC' - ${DAY_STARTS}::interval)::date`;

/** The smallest UUIDv7 of a time: a delivery's id begins with the time of its event, in milliseconds. */
const firstIdAt = (time: string): string =>
  `(lpad(to_hex(floor(extract(epoch FROM ${time}) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid`;
