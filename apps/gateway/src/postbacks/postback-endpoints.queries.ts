import {
  done,
  presentPostbackEndpoint,
  type PostbackEndpoint,
  type PostbackEndpointRecord,
  type SuccessAnswer,
} from '@centavo/contracts';
import { Reads } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import { PublishedRecords } from '../http/published-records.js';

const VIEW = 'webhooks.published_postback_endpoints';

@Injectable()
export class PostbackEndpointQueries {
  readonly #records: PublishedRecords<PostbackEndpointRecord>;

  constructor(private readonly reads: Reads) {
    this.#records = new PublishedRecords(reads, VIEW, 'postback_endpoint_not_found');
  }

  /** @throws DomainError `postback_endpoint_not_found` */
  async one(merchantId: string, id: string): Promise<SuccessAnswer<PostbackEndpoint>> {
    return done('Postback endpoint.', presentPostbackEndpoint(await this.#records.getOf(merchantId, id)));
  }

  /** All of them: this list is not paged. */
  async list(merchantId: string): Promise<SuccessAnswer<PostbackEndpoint[]>> {
    const records = await this.reads.query<PostbackEndpointRecord>(
      `SELECT * FROM ${VIEW} WHERE merchant_id = $1 ORDER BY id DESC`,
      [merchantId],
    );
    return done('Postback endpoints.', records.map(presentPostbackEndpoint));
  }
}
