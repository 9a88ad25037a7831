import { done, presentMerchant, type Merchant, type MerchantRecord, type SuccessAnswer } from '@centavo/contracts';
import { Reads } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import { where, whereNow } from '../http/lists/list.js';
import { Lists } from '../http/lists/lists.js';
import { pageAnswer, type PageAnswer } from '../http/lists/pagination.js';
import { PublishedRecords } from '../http/published-records.js';
import type { ListMerchantsQuery } from './list-merchants.query.js';

const VIEW = 'onboarding.published_merchants';

/** What operators see: merchants of all, so nothing here is scoped. */
@Injectable()
export class MerchantQueries {
  readonly #records: PublishedRecords<MerchantRecord>;

  constructor(
    reads: Reads,
    private readonly lists: Lists,
  ) {
    this.#records = new PublishedRecords(reads, VIEW, 'merchant_not_found');
  }

  /** @throws DomainError `merchant_not_found` */
  async one(id: string): Promise<SuccessAnswer<Merchant>> {
    return done('Merchant.', presentMerchant(await this.#records.get(id)));
  }

  async list(query: ListMerchantsQuery): Promise<PageAnswer<Merchant>> {
    const filters = [whereNow('status =', query.status), where('tax_id =', query.tax_id)];
    const { items, total } = await this.lists.page<MerchantRecord>({ view: VIEW, filters }, query);
    return pageAnswer('Merchants.', { items: items.map(presentMerchant), total }, query);
  }
}
