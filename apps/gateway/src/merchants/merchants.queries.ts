import {
  DomainError,
  done,
  presentMerchant,
  type Merchant,
  type MerchantRecord,
  type SuccessAnswer,
} from '@centavo/contracts';
import { Database } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import type { PageAnswer } from '../http/envelope.js';
import { Lists } from '../http/lists/lists.js';
import type { PageQuery } from '../http/lists/page.query.js';
import { pageAnswer } from '../http/lists/pagination.js';

const VIEW = 'onboarding.published_merchants';

/** What operators see: merchants of all, so nothing here is scoped. */
@Injectable()
export class MerchantQueries {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  /** @throws DomainError `merchant_not_found` */
  async one(id: string): Promise<SuccessAnswer<Merchant>> {
    const [record] = await this.database.query<MerchantRecord>(`SELECT * FROM ${VIEW} WHERE id = $1`, [id]);
    if (!record) throw new DomainError('merchant_not_found');
    return done('Merchant.', presentMerchant(record));
  }

  async list(query: PageQuery): Promise<PageAnswer<Merchant>> {
    const { items, total } = await this.lists.page<MerchantRecord>({ view: VIEW, filters: [] }, query);
    return pageAnswer('Merchants.', { items: items.map(presentMerchant), total }, query);
  }
}
