import {
  done,
  DomainError,
  presentApiKey,
  type Answer,
  type ApiKey,
  type UpdateApiKeyCommand,
} from '@centavo/contracts';
import { BusContext, Idempotency, oncePerCommand } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { holdMerchant } from '../merchants/hold-merchant.js';
import { assertAllowedIps } from './allowed-ips.domain.js';
import { updateApiKey } from './api-keys.sql.js';
import { withLastKeyNote } from './last-key-note.js';

@Controller()
export class UpdateApiKeyHandler {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
  ) {}

  @MessagePattern('api-keys.update')
  handle(@Payload() command: UpdateApiKeyCommand, @Ctx() context: BusContext): Promise<Answer<ApiKey>> {
    const { merchant_id: merchantId, api_key_id: id, body } = command;
    const request = oncePerCommand(command, context);
    return this.database.transaction((outer) =>
      this.idempotency.once(outer, merchantId, request, async (transaction) => {
        assertAllowedIps(body.allowed_ips ?? []);
        await holdMerchant(transaction, merchantId);
        const key = await updateApiKey(transaction, merchantId, id, body);
        if (!key) throw new DomainError('api_key_not_found');
        const message = 'API key updated.';
        return done(
          key.is_active ? message : await withLastKeyNote(transaction, merchantId, message),
          presentApiKey(key),
        );
      }),
    );
  }
}
