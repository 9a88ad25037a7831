import {
  done,
  presentPaymentLink,
  type PaymentLink,
  type PaymentLinkRecord,
  type SuccessAnswer,
} from '@centavo/contracts';
import { Reads } from '@centavo/persistence';
import { Settings } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { where, whereNow } from '../http/lists/list.js';
import { Lists } from '../http/lists/lists.js';
import { pageAnswer, type PageAnswer } from '../http/lists/pagination.js';
import { PublishedRecords } from '../http/published-records.js';
import type { ListPaymentLinksQuery } from './list-payment-links.query.js';

const VIEW = 'payments.published_payment_links';

@Injectable()
export class PaymentLinkQueries {
  readonly #records: PublishedRecords<PaymentLinkRecord>;

  constructor(
    reads: Reads,
    private readonly lists: Lists,
    private readonly settings: Settings,
  ) {
    this.#records = new PublishedRecords(reads, VIEW, 'payment_link_not_found');
  }

  /** @throws DomainError `payment_link_not_found` */
  async one(merchantId: string, id: string): Promise<SuccessAnswer<PaymentLink>> {
    return done('Payment link.', this.#present(await this.#records.getOf(merchantId, id)));
  }

  async list(merchantId: string, query: ListPaymentLinksQuery): Promise<PageAnswer<PaymentLink>> {
    const filters = [where('merchant_id =', merchantId), whereNow('status =', query.status)];
    const { items, total } = await this.lists.page<PaymentLinkRecord>({ view: VIEW, filters }, query);
    return pageAnswer('Payment links.', { items: items.map((record) => this.#present(record)), total }, query);
  }

  #present(record: PaymentLinkRecord): PaymentLink {
    return presentPaymentLink(record, this.settings.publicUrl);
  }
}
