import {
  CHARGE_STATUSES,
  done,
  PAYMENT_METHODS,
  presentCharge,
  presentChargeWithRefunds,
  type Charge,
  type ChargeRecord,
  type ChargeWithRefunds,
  type RefundRecord,
  type SuccessAnswer,
} from '@centavo/contracts';
import { Reads } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import { fromInstant, untilInstant } from '../http/lists/date.filter.js';
import { KeyedLists } from '../http/lists/keyed-lists.js';
import { pageAnswer, type PageAnswer } from '../http/lists/pagination.js';
import { PublishedParts } from '../http/published-parts.js';
import { ChargeRecords, CHARGES_VIEW } from './charge-records.js';
import type { ListChargesQuery } from './list-charges.query.js';

/** Payments counts the charges of a day from three o'clock UTC: midnight in São Paulo, where the plain dates of filters are. */
const COUNTED_DAY_STARTS_AT_MS = 3 * 3_600_000;

@Injectable()
export class ChargeQueries {
  readonly #refunds: PublishedParts<RefundRecord>;

  constructor(
    reads: Reads,
    private readonly records: ChargeRecords,
    private readonly lists: KeyedLists,
  ) {
    this.#refunds = new PublishedParts(reads, { view: 'payments.published_refunds', ownerColumn: 'charge_id' });
  }

  /** @throws DomainError `charge_not_found` */
  async one(merchantId: string, id: string): Promise<SuccessAnswer<ChargeWithRefunds>> {
    const record = await this.records.getOf(merchantId, id);
    // Most charges are never refunded, and say so.
    const refunds = record.refunded_amount > 0n ? await this.#refunds.of(id) : [];
    return done('Charge.', presentChargeWithRefunds(record, refunds));
  }

  async list(merchantId: string, query: ListChargesQuery): Promise<PageAnswer<Charge>> {
    const list = {
      view: CHARGES_VIEW,
      listing: 'payments.published_charge_listings',
      counts: 'payments.published_charge_counts',
      merchantId,
      submerchantId: query.submerchant_id,
      keys: [
        { column: 'payment_method', values: PAYMENT_METHODS, wanted: query.payment_method },
        { column: 'status', values: CHARGE_STATUSES, wanted: query.status },
      ],
      made: {
        from: fromInstant(query.created_from),
        until: untilInstant(query.created_to),
        countsByDay: 'payments.published_charge_day_counts',
        dayStartsAtMs: COUNTED_DAY_STARTS_AT_MS,
      },
    };
    const { items, total } = await this.lists.page<ChargeRecord>(list, query);
    return pageAnswer('Charges.', { items: items.map(presentCharge), total }, query);
  }
}
