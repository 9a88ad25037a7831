import type { ApiKey, SuccessAnswer, UpdateApiKeyDto } from '@centavo/contracts';
import { Injectable } from '@nestjs/common';
import type { MerchantContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';

@Injectable()
export class UpdateApiKey {
  constructor(private readonly commands: CommandClient) {}

  /** @throws DomainError `api_key_not_found` */
  execute(caller: MerchantContext, id: string, body: UpdateApiKeyDto): Promise<SuccessAnswer<ApiKey>> {
    const command = { merchant_id: caller.merchantId, api_key_id: id, idempotency: caller.idempotency, body };
    return this.commands.send('api-keys.update', id, command, caller);
  }
}
