import { done, presentCharge, type Charge, type ChargeRecord, type SuccessAnswer } from '@centavo/contracts';
import { Database } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import { fromInstant, untilInstant } from '../http/lists/date.filter.js';
import { where, whereNow } from '../http/lists/list.js';
import { Lists } from '../http/lists/lists.js';
import { pageAnswer, type PageAnswer } from '../http/lists/pagination.js';
import { PublishedRecords } from '../http/published-records.js';
import type { ListChargesQuery } from './list-charges.query.js';

const VIEW = 'payments.published_charges';

@Injectable()
export class ChargeQueries {
  readonly #records: PublishedRecords<ChargeRecord>;

  constructor(
    database: Database,
    private readonly lists: Lists,
  ) {
    this.#records = new PublishedRecords(database, VIEW, 'charge_not_found');
  }

  /** @throws DomainError `charge_not_found` */
  async one(merchantId: string, id: string): Promise<SuccessAnswer<Charge>> {
    return done('Charge.', presentCharge(await this.#records.getOf(merchantId, id)));
  }

  async list(merchantId: string, query: ListChargesQuery): Promise<PageAnswer<Charge>> {
    const filters = [
      where('merchant_id =', merchantId),
      where('payment_method =', query.payment_method),
      where('submerchant_id =', query.submerchant_id),
      where('created_at >=', fromInstant(query.created_from)),
      where('created_at <', untilInstant(query.created_to)),
      whereNow('status =', query.status),
    ];
    const { items, total } = await this.lists.page<ChargeRecord>({ view: VIEW, filters }, query);
    return pageAnswer('Charges.', { items: items.map(presentCharge), total }, query);
  }
}
