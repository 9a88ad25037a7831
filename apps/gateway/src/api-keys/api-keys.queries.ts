import {
  DomainError,
  done,
  presentApiKey,
  type ApiKey,
  type ApiKeyRecord,
  type SuccessAnswer,
} from '@centavo/contracts';
import { Database } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import type { PageAnswer } from '../http/envelope.js';
import { whereNow } from '../http/lists/list.js';
import { Lists } from '../http/lists/lists.js';
import type { PageQuery } from '../http/lists/page.query.js';
import { pageAnswer } from '../http/lists/pagination.js';

const VIEW = 'onboarding.published_api_keys';

@Injectable()
export class ApiKeyQueries {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  /** @throws DomainError `api_key_not_found` */
  async one(merchantId: string, id: string): Promise<SuccessAnswer<ApiKey>> {
    const [record] = await this.database.query<ApiKeyRecord>(
      `SELECT * FROM ${VIEW} WHERE id = $1 AND merchant_id = $2`,
      [id, merchantId],
    );
    if (!record) throw new DomainError('api_key_not_found');
    return done('API key.', presentApiKey(record));
  }

  /** Revoked keys leave the list, so it is no list that only grows. */
  async list(merchantId: string, query: PageQuery): Promise<PageAnswer<ApiKey>> {
    const filters = [whereNow('merchant_id =', merchantId)];
    const { items, total } = await this.lists.page<ApiKeyRecord>({ view: VIEW, filters }, query);
    return pageAnswer('API keys.', { items: items.map(presentApiKey), total }, query);
  }
}
