import type { ApiKey, CreateApiKeyDto, SuccessAnswer } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import type { MerchantContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';
import { SealedSecrets } from '../commands/sealed-secrets.js';

@Injectable()
export class CreateApiKey {
  constructor(
    private readonly commands: CommandClient,
    private readonly secrets: SealedSecrets,
  ) {}

  /** The only answer, with its replays, that shows the secret. */
  async execute(caller: MerchantContext, body: CreateApiKeyDto): Promise<SuccessAnswer<ApiKey>> {
    const id = newId();
    const command = { merchant_id: caller.merchantId, api_key_id: id, idempotency: caller.idempotency, body };
    const answer = await this.commands.send('api-keys.create', id, command, caller);
    return { ...answer, data: this.secrets.reveal(answer.data, 'secret_key') };
  }
}
