import {
  done,
  ENTITY_TYPES,
  normalizeTaxId,
  presentSubmerchant,
  SUBMERCHANT_STATUSES,
  type Submerchant,
  type SubmerchantRecord,
  type SuccessAnswer,
} from '@centavo/contracts';
import { Reads } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import { KeyedLists } from '../http/lists/keyed-lists.js';
import { where, whereNow } from '../http/lists/list.js';
import { Lists } from '../http/lists/lists.js';
import { pageAnswer, type Page, type PageAnswer } from '../http/lists/pagination.js';
import { PublishedRecords } from '../http/published-records.js';
import type { ListSubmerchantsQuery } from './list-submerchants.query.js';

const VIEW = 'onboarding.published_submerchants';

@Injectable()
export class SubmerchantQueries {
  readonly #records: PublishedRecords<SubmerchantRecord>;

  constructor(
    reads: Reads,
    private readonly lists: Lists,
    private readonly keyedLists: KeyedLists,
  ) {
    this.#records = new PublishedRecords(reads, VIEW, 'submerchant_not_found');
  }

  /** @throws DomainError `submerchant_not_found` */
  recordOf(merchantId: string, id: string): Promise<SubmerchantRecord> {
    return this.#records.getOf(merchantId, id);
  }

  /** @throws DomainError `submerchant_not_found` */
  async one(merchantId: string, id: string): Promise<SuccessAnswer<Submerchant>> {
    return done('Submerchant.', presentSubmerchant(await this.recordOf(merchantId, id)));
  }

  async list(merchantId: string, query: ListSubmerchantsQuery): Promise<PageAnswer<Submerchant>> {
    const { items, total } = await (query.tax_id ? this.#withTaxId(merchantId, query) : this.#page(merchantId, query));
    return pageAnswer('Submerchants.', { items: items.map(presentSubmerchant), total }, query);
  }

  /** A merchant registers a tax id once, so there is one at most. */
  #withTaxId(merchantId: string, query: ListSubmerchantsQuery): Promise<Page<SubmerchantRecord>> {
    const filters = [
      where('merchant_id =', merchantId),
      whereNow('tax_id =', query.tax_id && normalizeTaxId(query.tax_id)),
      whereNow('status =', query.status),
      whereNow('entity_type =', query.entity_type),
    ];
    return this.lists.page({ view: VIEW, filters }, query);
  }

  #page(merchantId: string, query: ListSubmerchantsQuery): Promise<Page<SubmerchantRecord>> {
    const list = {
      view: VIEW,
      listing: 'onboarding.published_submerchant_listings',
      counts: 'onboarding.published_submerchant_counts',
      merchantId,
      submerchantId: undefined,
      keys: [
        { column: 'entity_type', values: ENTITY_TYPES, wanted: query.entity_type },
        { column: 'status', values: SUBMERCHANT_STATUSES, wanted: query.status },
      ],
    };
    return this.keyedLists.page(list, query);
  }
}
