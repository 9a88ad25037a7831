import type { PostbackEndpoint, SuccessAnswer, UpdatePostbackEndpointDto } from '@centavo/contracts';
import { Injectable } from '@nestjs/common';
import type { MerchantContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';

@Injectable()
export class UpdatePostbackEndpoint {
  constructor(private readonly commands: CommandClient) {}

  /** @throws DomainError `postback_endpoint_not_found`, `url_not_allowed` */
  execute(
    caller: MerchantContext,
    id: string,
    body: UpdatePostbackEndpointDto,
  ): Promise<SuccessAnswer<PostbackEndpoint>> {
    const command = { merchant_id: caller.merchantId, endpoint_id: id, idempotency: caller.idempotency, body };
    return this.commands.send('postback-endpoints.update', id, command, caller);
  }
}
