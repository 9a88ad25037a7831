import {
  presentDeadLetter,
  SERVICE_NAMES,
  type DeadLetter,
  type DeadLetterRecord,
  type ServiceName,
} from '@centavo/contracts';
import { Reads } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import { where, whereNow } from '../http/lists/list.js';
import { Lists } from '../http/lists/lists.js';
import { pageAnswer, type PageAnswer } from '../http/lists/pagination.js';
import { PublishedRecords } from '../http/published-records.js';
import type { ListDeadLettersQuery } from './list-dead-letters.query.js';

/** Every service keeps its own; operators see them as one list. */
const VIEW = `(${SERVICE_NAMES.map((service) => `SELECT * FROM ${service}.published_dead_letters`).join(' UNION ALL ')}) letters`;

@Injectable()
export class DeadLetterQueries {
  readonly #records: PublishedRecords<DeadLetterRecord>;

  constructor(
    reads: Reads,
    private readonly lists: Lists,
  ) {
    this.#records = new PublishedRecords(reads, VIEW, 'dead_letter_not_found');
  }

  /** Whose letter it is, undefined when there is none. */
  async serviceOf(id: string): Promise<ServiceName | undefined> {
    return (await this.#records.find(id))?.service;
  }

  /** Those that were not requeued. */
  async list(query: ListDeadLettersQuery): Promise<PageAnswer<DeadLetter>> {
    const filters = [
      whereNow('(requeued_at IS NULL) =', true),
      where('service =', query.service),
      where('type =', query.type),
    ];
    const { items, total } = await this.lists.page<DeadLetterRecord>({ view: VIEW, filters }, query);
    return pageAnswer('Dead letters.', { items: items.map(presentDeadLetter), total }, query);
  }
}
