import {
  done,
  presentPostbackDelivery,
  type PostbackDelivery,
  type PostbackDeliveryRecord,
  type SuccessAnswer,
} from '@centavo/contracts';
import { Reads } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import { fromInstant, untilInstant } from '../http/lists/date.filter.js';
import { pageAnswer, type PageAnswer } from '../http/lists/pagination.js';
import { PublishedRecords } from '../http/published-records.js';
import { deliveryPage } from './delivery-page.js';
import type { ListPostbackDeliveriesQuery } from './list-postback-deliveries.query.js';

/** The log of deliveries. Those of an endpoint that was removed stay in it. */
@Injectable()
export class PostbackDeliveryQueries {
  readonly #records: PublishedRecords<PostbackDeliveryRecord>;

  constructor(private readonly reads: Reads) {
    const view = 'webhooks.published_postback_deliveries';
    this.#records = new PublishedRecords(reads, view, 'postback_delivery_not_found');
  }

  /** @throws DomainError `postback_delivery_not_found` */
  async one(merchantId: string, id: string): Promise<SuccessAnswer<PostbackDelivery>> {
    return done('Postback delivery.', presentPostbackDelivery(await this.#records.getOf(merchantId, id)));
  }

  async list(merchantId: string, query: ListPostbackDeliveriesQuery): Promise<PageAnswer<PostbackDelivery>> {
    const { endpoint_id: endpointId, event, status, date_from, date_to } = query;
    const occurred = { from: fromInstant(date_from), until: untilInstant(date_to) };
    const { text, parameters } = deliveryPage({ merchantId, endpointId, event, status, occurred }, query);
    const rows = await this.reads.queryPrepared<PostbackDeliveryRecord & { total: bigint }>(text, parameters);
    // An empty page still has the row of the total.
    const items = rows.filter(({ id }) => id !== null).map(presentPostbackDelivery);
    return pageAnswer('Postback deliveries.', { items, total: Number(rows[0]!.total) }, query);
  }
}
