import { done, presentApiKey, type ApiKey, type ApiKeyRecord, type SuccessAnswer } from '@centavo/contracts';
import { Reads } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import { whereNow } from '../http/lists/list.js';
import { Lists } from '../http/lists/lists.js';
import type { PageQuery } from '../http/lists/page.query.js';
import { pageAnswer, type PageAnswer } from '../http/lists/pagination.js';
import { PublishedRecords } from '../http/published-records.js';

const VIEW = 'onboarding.published_api_keys';

@Injectable()
export class ApiKeyQueries {
  readonly #records: PublishedRecords<ApiKeyRecord>;

  constructor(
    reads: Reads,
    private readonly lists: Lists,
  ) {
    this.#records = new PublishedRecords(reads, VIEW, 'api_key_not_found');
  }

  /** @throws DomainError `api_key_not_found` */
  async one(merchantId: string, id: string): Promise<SuccessAnswer<ApiKey>> {
    return done('API key.', presentApiKey(await this.#records.getOf(merchantId, id)));
  }

  /** Revoked keys leave the list, so it is no list that only grows. */
  async list(merchantId: string, query: PageQuery): Promise<PageAnswer<ApiKey>> {
    const filters = [whereNow('merchant_id =', merchantId)];
    const { items, total } = await this.lists.page<ApiKeyRecord>({ view: VIEW, filters }, query);
    return pageAnswer('API keys.', { items: items.map(presentApiKey), total }, query);
  }
}
