import {
  done,
  presentReceivable,
  type Receivable,
  type ReceivableRecord,
  type SuccessAnswer,
} from '@centavo/contracts';
import { Database } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import { fromInstant, untilInstant } from '../http/lists/date.filter.js';
import { where, whereNow } from '../http/lists/list.js';
import { Lists } from '../http/lists/lists.js';
import { pageAnswer, type PageAnswer } from '../http/lists/pagination.js';
import { PublishedRecords } from '../http/published-records.js';
import type { ListReceivablesQuery } from './list-receivables.query.js';

const VIEW = 'ledger.published_receivables';

@Injectable()
export class ReceivableQueries {
  readonly #records: PublishedRecords<ReceivableRecord>;

  constructor(
    database: Database,
    private readonly lists: Lists,
  ) {
    this.#records = new PublishedRecords(database, VIEW, 'receivable_not_found');
  }

  /** @throws DomainError `receivable_not_found` */
  async one(merchantId: string, id: string): Promise<SuccessAnswer<Receivable>> {
    return done('Receivable.', presentReceivable(await this.#records.getOf(merchantId, id)));
  }

  async list(merchantId: string, query: ListReceivablesQuery): Promise<PageAnswer<Receivable>> {
    const filters = [
      where('merchant_id =', merchantId),
      where('charge_id =', query.charge_id),
      where('payment_method =', query.payment_method),
      where('submerchant_id =', query.submerchant_id),
      whereNow('settlement_date >=', fromInstant(query.settlement_date_from)),
      whereNow('settlement_date <', untilInstant(query.settlement_date_to)),
      whereNow('status =', query.status),
    ];
    const { items, total } = await this.lists.page<ReceivableRecord>({ view: VIEW, filters }, query);
    return pageAnswer('Receivables.', { items: items.map(presentReceivable), total }, query);
  }
}
