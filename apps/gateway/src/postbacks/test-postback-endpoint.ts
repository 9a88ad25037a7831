import type { PostbackDelivery, SuccessAnswer } from '@centavo/contracts';
import { Injectable } from '@nestjs/common';
import type { MerchantContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';

@Injectable()
export class TestPostbackEndpoint {
  constructor(private readonly commands: CommandClient) {}

  /** @throws DomainError `postback_endpoint_not_found`, `postback_endpoint_not_active` */
  execute(caller: MerchantContext, id: string): Promise<SuccessAnswer<PostbackDelivery>> {
    const command = { merchant_id: caller.merchantId, endpoint_id: id, idempotency: caller.idempotency, body: null };
    return this.commands.send('postback-endpoints.test', id, command, caller);
  }
}
