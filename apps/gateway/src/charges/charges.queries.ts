import {
  done,
  presentCharge,
  presentChargeWithRefunds,
  type Charge,
  type ChargeRecord,
  type ChargeWithRefunds,
  type RefundRecord,
  type SuccessAnswer,
} from '@centavo/contracts';
import { Database } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import { fromInstant, untilInstant } from '../http/lists/date.filter.js';
import { where, whereNow } from '../http/lists/list.js';
import { Lists } from '../http/lists/lists.js';
import { pageAnswer, type PageAnswer } from '../http/lists/pagination.js';
import { PublishedParts } from '../http/published-parts.js';
import { ChargeRecords, CHARGES_VIEW } from './charge-records.js';
import type { ListChargesQuery } from './list-charges.query.js';

@Injectable()
export class ChargeQueries {
  readonly #refunds: PublishedParts<RefundRecord>;

  constructor(
    database: Database,
    private readonly records: ChargeRecords,
    private readonly lists: Lists,
  ) {
    this.#refunds = new PublishedParts(database, { view: 'payments.published_refunds', ownerColumn: 'charge_id' });
  }

  /** @throws DomainError `charge_not_found` */
  async one(merchantId: string, id: string): Promise<SuccessAnswer<ChargeWithRefunds>> {
    const record = await this.records.getOf(merchantId, id);
    // Most charges are never refunded, and say so.
    const refunds = record.refunded_amount > 0n ? await this.#refunds.of(id) : [];
    return done('Charge.', presentChargeWithRefunds(record, refunds));
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
    const { items, total } = await this.lists.page<ChargeRecord>({ view: CHARGES_VIEW, filters }, query);
    return pageAnswer('Charges.', { items: items.map(presentCharge), total }, query);
  }
}
