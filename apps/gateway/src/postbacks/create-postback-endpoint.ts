import type { CreatePostbackEndpointDto, PostbackEndpoint, SuccessAnswer } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import type { MerchantContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';
import { SealedSecrets } from '../commands/sealed-secrets.js';

@Injectable()
export class CreatePostbackEndpoint {
  constructor(
    private readonly commands: CommandClient,
    private readonly secrets: SealedSecrets,
  ) {}

  /** @throws DomainError `url_not_allowed` */
  async execute(caller: MerchantContext, body: CreatePostbackEndpointDto): Promise<SuccessAnswer<PostbackEndpoint>> {
    const id = newId();
    const command = { merchant_id: caller.merchantId, endpoint_id: id, idempotency: caller.idempotency, body };
    const answer = await this.commands.send('postback-endpoints.create', id, command, caller);
    return { ...answer, data: this.secrets.reveal(answer.data, 'secret') };
  }
}
