import {
  done,
  PAYMENT_METHODS,
  presentReceivable,
  RECEIVABLE_STATUSES,
  type Receivable,
  type ReceivableRecord,
  type SuccessAnswer,
} from '@centavo/contracts';
import { Reads } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import { fromInstant, untilInstant } from '../http/lists/date.filter.js';
import { KeyedLists } from '../http/lists/keyed-lists.js';
import { where, whereNow } from '../http/lists/list.js';
import { Lists } from '../http/lists/lists.js';
import { pageAnswer, type Page, type PageAnswer, type PageRequest } from '../http/lists/pagination.js';
import { PublishedRecords } from '../http/published-records.js';
import type { ListReceivablesQuery } from './list-receivables.query.js';
import {
  listingOf,
  RECEIVABLE_SUMS,
  RECEIVABLES_VIEW,
  settlementPageStatement,
  type ReceivablesWanted,
} from './receivable-reads.js';

@Injectable()
export class ReceivableQueries {
  readonly #records: PublishedRecords<ReceivableRecord>;

  constructor(
    private readonly reads: Reads,
    private readonly lists: Lists,
    private readonly keyedLists: KeyedLists,
  ) {
    this.#records = new PublishedRecords(reads, RECEIVABLES_VIEW, 'receivable_not_found');
  }

  /** @throws DomainError `receivable_not_found` */
  async one(merchantId: string, id: string): Promise<SuccessAnswer<Receivable>> {
    return done('Receivable.', presentReceivable(await this.#records.getOf(merchantId, id)));
  }

  async list(merchantId: string, query: ListReceivablesQuery): Promise<PageAnswer<Receivable>> {
    const { items, total } = await this.#page(receivablesWanted(merchantId, query), query);
    return pageAnswer('Receivables.', { items: items.map(presentReceivable), total }, query);
  }

  /** A charge has few receivables: they are looked through. */
  ofCharge(wanted: ReceivablesWanted, request: PageRequest): Promise<Page<ReceivableRecord>> {
    const filters = [
      where('charge_id =', wanted.chargeId),
      where('merchant_id =', wanted.merchantId),
      where('submerchant_id =', wanted.submerchantId),
      where('payment_method =', wanted.paymentMethod),
      whereNow('settlement_date >=', wanted.from),
      whereNow('settlement_date <', wanted.until),
      whereNow('status =', wanted.status),
    ];
    return this.lists.page({ view: RECEIVABLES_VIEW, filters }, request);
  }

  #page(wanted: ReceivablesWanted, query: PageRequest): Promise<Page<ReceivableRecord>> {
    if (wanted.chargeId) return this.ofCharge(wanted, query);
    if (wanted.from || wanted.until) return this.#settlingPage(wanted, query);
    const list = {
      view: RECEIVABLES_VIEW,
      isListedOnly: true,
      listing: listingOf(wanted),
      counts: RECEIVABLE_SUMS,
      merchantId: wanted.merchantId,
      submerchantId: wanted.submerchantId,
      keys: [
        { column: 'payment_method', values: PAYMENT_METHODS, wanted: wanted.paymentMethod },
        { column: 'status', values: RECEIVABLE_STATUSES, wanted: wanted.status },
      ],
    };
    return this.keyedLists.page(list, query);
  }

  async #settlingPage(wanted: ReceivablesWanted, query: PageRequest): Promise<Page<ReceivableRecord>> {
    if (isNobody(wanted)) return { items: [], total: 0 };
    const { text, parameters } = settlementPageStatement(wanted, query);
    const rows = await this.reads.queryPrepared<ReceivableRecord & { total: bigint }>(text, parameters);
    // An empty page still has the row of the total.
    return { items: rows.filter(({ id }) => id !== null), total: Number(rows[0]!.total) };
  }
}

export const receivablesWanted = (merchantId: string, query: ListReceivablesQuery): ReceivablesWanted => ({
  merchantId,
  submerchantId: query.submerchant_id?.toLowerCase(),
  chargeId: query.charge_id,
  paymentMethod: query.payment_method,
  status: query.status,
  from: fromInstant(query.settlement_date_from),
  until: untilInstant(query.settlement_date_to),
});

/** Whether a submerchant is asked for that cannot be one: under its merchant's id the sums are all of the merchant's. */
export const isNobody = ({ merchantId, submerchantId }: ReceivablesWanted): boolean => submerchantId === merchantId;
