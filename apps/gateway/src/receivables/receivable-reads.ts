import { PAYMENT_METHODS, RECEIVABLE_STATUSES } from '@centavo/contracts';
import { offsetOf, type PageRequest } from '../http/lists/pagination.js';
import { statementOf, type Bind, type Statement } from '../http/lists/statement.js';
import type { TimeRange } from '../http/lists/whole-days.js';

export const RECEIVABLES_VIEW = 'ledger.published_receivables';
export const RECEIVABLE_SUMS = 'ledger.published_receivable_sums';
const DAY_SUMS = 'ledger.published_receivable_day_sums';

/** Which receivables are meant; the range is that of their settlement. */
export interface ReceivablesWanted extends TimeRange {
  readonly merchantId: string;
  /** Whose alone; without one all of the merchant's. */
  readonly submerchantId: string | undefined;
  readonly chargeId: string | undefined;
  readonly paymentMethod: string | undefined;
  readonly status: string | undefined;
}

/** Where ids are in order for a merchant, or for one of its submerchants. It does not say whose a submerchant is; the sums do. */
export const listingOf = ({ submerchantId }: ReceivablesWanted): string =>
  submerchantId ? 'ledger.published_submerchant_receivable_listings' : 'ledger.published_receivable_listings';

/** What the receivables of a merchant add up to, by status. */
export const sumsStatement = (merchantId: string, range: TimeRange): Statement =>
  statementOf((bind) => {
    const merchant = bind(merchantId, 'uuid');
    const sums = range.from || range.until ? DAY_SUMS : RECEIVABLE_SUMS;
    return `
      SELECT status, sum(count)::bigint AS count, sum(gross_amount)::bigint AS gross_amount,
             sum(fee_amount)::bigint AS fee_amount, sum(net_amount)::bigint AS net_amount
      FROM ${sums}
      WHERE owner_id = ${merchant} AND merchant_id = ${merchant}${settlesWithin(range, bind)}
      GROUP BY status`;
  });

/**
 * A page of receivables that settle within a range, and the total, which is on every row. An index has them in order within each day, payment
 * method and status; the sums say of which there are any. The page is within as many of them as it has rows: those with the newest heads.
 */
export const settlementPageStatement = (wanted: ReceivablesWanted, request: PageRequest): Statement =>
  statementOf((bind) => {
    const merchant = bind(wanted.merchantId, 'uuid');
    const owner = wanted.submerchantId ? bind(wanted.submerchantId, 'uuid') : merchant;
    const [limit, offset] = [bind(request.perPage, 'bigint'), bind(offsetOf(request), 'bigint')];
    const newestOf = (count: string): string => `
      SELECT id FROM ${listingOf(wanted)}
      WHERE owner_id = ${owner} AND settlement_date = heap.settlement_date AND payment_method = heap.payment_method
        AND status = heap.status
      ORDER BY id DESC LIMIT ${count}`;
    return `
      WITH heaps AS MATERIALIZED (
        SELECT settlement_date, payment_method, status, sum(count)::bigint AS count FROM ${DAY_SUMS}
        WHERE owner_id = ${owner} AND merchant_id = ${merchant}${settlesWithin(wanted, bind)}${isWanted(wanted, bind)}
        GROUP BY settlement_date, payment_method, status HAVING sum(count) > 0
      ), newest AS MATERIALIZED (
        SELECT heap.* FROM heaps AS heap CROSS JOIN LATERAL (${newestOf('1')}) AS head
        ORDER BY head.id DESC LIMIT ${limit} + ${offset}
      )
      SELECT page.*, counted.total
      FROM (SELECT coalesce(sum(count), 0)::bigint AS total FROM heaps) AS counted
      LEFT JOIN (
        SELECT * FROM ${RECEIVABLES_VIEW} WHERE merchant_id = ${merchant} AND id = ANY (ARRAY(
          SELECT head.id FROM newest AS heap CROSS JOIN LATERAL (${newestOf(`${limit} + ${offset}`)}) AS head
          ORDER BY head.id DESC LIMIT ${limit} OFFSET ${offset}))
      ) AS page ON true
      ORDER BY page.id DESC`;
  });

/**
 * The next receivables after one, newest first, as far as a look at `limit` of them reaches: those that settle at another time are looked at
 * and left out, so that each look costs the same and all of them together look at each once. `reached`, on every row, is the last that was
 * looked at, null when there was none.
 * @param before an id
 */
export const scanStatement = (wanted: ReceivablesWanted, before: string, limit: number): Statement =>
  statementOf((bind) => {
    const merchant = bind(wanted.merchantId, 'uuid');
    const owner = wanted.submerchantId ? bind(wanted.submerchantId, 'uuid') : merchant;
    const { paymentMethod, status } = wanted;
    const count = bind(limit, 'bigint');
    return `
      WITH seen AS MATERIALIZED (
        SELECT head.id, head.settlement_date
        FROM unnest(${bind(paymentMethod ? [paymentMethod] : PAYMENT_METHODS, 'text[]')}) AS method (payment_method)
        CROSS JOIN unnest(${bind(status ? [status] : RECEIVABLE_STATUSES, 'text[]')}) AS state (status)
        CROSS JOIN LATERAL (
          SELECT id, settlement_date FROM ${listingOf(wanted)}
          WHERE owner_id = ${owner} AND payment_method = method.payment_method AND status = state.status
            AND id < ${bind(before, 'uuid')}
          ORDER BY id DESC LIMIT ${count}
        ) AS head
        WHERE EXISTS (SELECT FROM ${RECEIVABLE_SUMS} WHERE owner_id = ${owner} AND merchant_id = ${merchant})
        ORDER BY head.id DESC LIMIT ${count}
      )
      SELECT page.*, place.reached
      FROM (SELECT (SELECT id FROM seen ORDER BY id LIMIT 1) AS reached) AS place
      LEFT JOIN (
        SELECT * FROM ${RECEIVABLES_VIEW}
        WHERE merchant_id = ${merchant} AND id = ANY (ARRAY(SELECT id FROM seen WHERE true${settlesWithin(wanted, bind)}))
      ) AS page ON true
      ORDER BY page.id DESC`;
  });

const settlesWithin = ({ from, until }: TimeRange, bind: Bind): string =>
  [
    ...(from ? [` AND settlement_date >= ${bind(from, 'timestamptz')}`] : []),
    ...(until ? [` AND settlement_date < ${bind(until, 'timestamptz')}`] : []),
  ].join('');

const isWanted = ({ paymentMethod, status }: ReceivablesWanted, bind: Bind): string =>
  [
    ...(paymentMethod ? [` AND payment_method = ${bind(paymentMethod, 'text')}`] : []),
    ...(status ? [` AND status = ${bind(status, 'text')}`] : []),
  ].join('');
