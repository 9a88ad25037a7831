import type { SuccessAnswer } from '@centavo/contracts';
import { Injectable } from '@nestjs/common';
import type { MerchantContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';

@Injectable()
export class DeletePostbackEndpoint {
  constructor(private readonly commands: CommandClient) {}

  /** @throws DomainError `postback_endpoint_not_found` */
  execute(caller: MerchantContext, id: string): Promise<SuccessAnswer<{ id: string; deleted: true }>> {
    const command = { merchant_id: caller.merchantId, endpoint_id: id, idempotency: caller.idempotency, body: null };
    return this.commands.send('postback-endpoints.delete', id, command, caller);
  }
}
