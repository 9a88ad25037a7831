import { created, presentApiKey, type Answer, type ApiKey, type CreateApiKeyCommand } from '@centavo/contracts';
import { BusContext, Idempotency, oncePerCommand } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Clock, Settings } from '@centavo/runtime';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { holdMerchant } from '../merchants/hold-merchant.js';
import { assertAllowedIps } from './allowed-ips.domain.js';
import { ApiKeySecrets } from './api-key-secrets.js';
import { makeApiKeyPair } from './api-key-pair.js';
import { insertApiKey } from './api-keys.sql.js';

@Controller()
export class CreateApiKeyHandler {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly secrets: ApiKeySecrets,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  @MessagePattern('api-keys.create')
  handle(@Payload() command: CreateApiKeyCommand, @Ctx() context: BusContext): Promise<Answer<ApiKey>> {
    const request = oncePerCommand(command, context);
    return this.database.transaction((outer) =>
      this.idempotency.once(outer, command.merchant_id, request, async (transaction) => {
        const allowedIps = command.body.allowed_ips ?? [];
        assertAllowedIps(allowedIps);
        await holdMerchant(transaction, command.merchant_id);
        const pair = makeApiKeyPair(this.settings.isSandbox);
        const record = await insertApiKey(transaction, {
          id: command.api_key_id,
          merchant_id: command.merchant_id,
          name: command.body.name,
          public_key: pair.publicKey,
          secret_sha256: pair.secretSha256,
          allowed_ips: allowedIps,
          created_at: this.clock.now(),
        });
        return created('API key created. Keep the secret: it is shown only now.', {
          ...presentApiKey(record),
          secret_key: this.secrets.seal(pair.secretKey, record.id),
        });
      }),
    );
  }
}
