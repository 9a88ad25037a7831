import {
  done,
  presentAnticipation,
  presentAnticipationWithReceivables,
  type AnticipatedReceivableRecord,
  type Anticipation,
  type AnticipationRecord,
  type AnticipationWithReceivables,
  type SuccessAnswer,
} from '@centavo/contracts';
import { Reads } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import { fromInstant, untilInstant } from '../http/lists/date.filter.js';
import { where, whereNow } from '../http/lists/list.js';
import { Lists } from '../http/lists/lists.js';
import { madeBetween } from '../http/lists/made-between.js';
import { pageAnswer, type PageAnswer } from '../http/lists/pagination.js';
import { PublishedParts } from '../http/published-parts.js';
import { PublishedRecords } from '../http/published-records.js';
import type { ListAnticipationsQuery } from './list-anticipations.query.js';

const VIEW = 'ledger.published_anticipations';

@Injectable()
export class AnticipationQueries {
  readonly #records: PublishedRecords<AnticipationRecord>;
  readonly #receivables: PublishedParts<AnticipatedReceivableRecord>;

  constructor(
    reads: Reads,
    private readonly lists: Lists,
  ) {
    this.#records = new PublishedRecords(reads, VIEW, 'anticipation_not_found');
    this.#receivables = new PublishedParts(reads, {
      view: 'ledger.published_anticipation_receivables',
      ownerColumn: 'anticipation_id',
    });
  }

  /** @throws DomainError `anticipation_not_found` */
  async one(merchantId: string, id: string): Promise<SuccessAnswer<AnticipationWithReceivables>> {
    const record = await this.#records.getOf(merchantId, id);
    const receivables = await this.#receivables.of(id);
    return done('Anticipation.', presentAnticipationWithReceivables(record, receivables));
  }

  async list(merchantId: string, query: ListAnticipationsQuery): Promise<PageAnswer<Anticipation>> {
    const filters = [
      where('merchant_id =', merchantId),
      where('anticipation_type =', query.anticipation_type),
      ...madeBetween(fromInstant(query.date_from), untilInstant(query.date_to)),
      whereNow('status =', query.status),
    ];
    const { items, total } = await this.lists.page<AnticipationRecord>({ view: VIEW, filters }, query);
    return pageAnswer('Anticipations.', { items: items.map(presentAnticipation), total }, query);
  }
}
