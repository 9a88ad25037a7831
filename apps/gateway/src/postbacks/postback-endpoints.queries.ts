import {
  done,
  presentPostbackEndpoint,
  type PostbackEndpoint,
  type PostbackEndpointRecord,
  type SuccessAnswer,
} from '@centavo/contracts';
import { Database } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';

@Injectable()
export class PostbackEndpointQueries {
  constructor(private readonly database: Database) {}

  /** All of them: this list is not paged. */
  async list(merchantId: string): Promise<SuccessAnswer<PostbackEndpoint[]>> {
    const records = await this.database.query<PostbackEndpointRecord>(
      `SELECT * FROM webhooks.published_postback_endpoints WHERE merchant_id = $1 ORDER BY id DESC`,
      [merchantId],
    );
    return done('Postback endpoints.', records.map(presentPostbackEndpoint));
  }
}
