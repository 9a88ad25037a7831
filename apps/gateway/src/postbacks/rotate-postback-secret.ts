import type { PostbackEndpoint, SuccessAnswer } from '@centavo/contracts';
import { Injectable } from '@nestjs/common';
import type { MerchantContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';
import { SealedSecrets } from '../commands/sealed-secrets.js';

@Injectable()
export class RotatePostbackSecret {
  constructor(
    private readonly commands: CommandClient,
    private readonly secrets: SealedSecrets,
  ) {}

  /** @throws DomainError `postback_endpoint_not_found` */
  async execute(caller: MerchantContext, id: string): Promise<SuccessAnswer<PostbackEndpoint>> {
    const command = { merchant_id: caller.merchantId, endpoint_id: id, idempotency: caller.idempotency, body: null };
    const answer = await this.commands.send('postback-endpoints.rotate-secret', id, command, caller);
    return { ...answer, data: this.secrets.reveal(answer.data, 'secret') };
  }
}
