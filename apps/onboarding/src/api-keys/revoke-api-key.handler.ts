import { done, DomainError, type Answer, type RevokeApiKeyCommand } from '@centavo/contracts';
import { BusContext, Idempotency, oncePerCommand } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Clock } from '@centavo/runtime';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { holdMerchant } from '../merchants/hold-merchant.js';
import { revokeApiKey } from './api-keys.sql.js';
import { withLastKeyNote } from './last-key-note.js';

@Controller()
export class RevokeApiKeyHandler {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
  ) {}

  @MessagePattern('api-keys.revoke')
  handle(
    @Payload() command: RevokeApiKeyCommand,
    @Ctx() context: BusContext,
  ): Promise<Answer<{ id: string; deleted: true }>> {
    const request = oncePerCommand(command, context);
    return this.database.transaction((outer) =>
      this.idempotency.once(outer, command.merchant_id, request, async (transaction) => {
        await holdMerchant(transaction, command.merchant_id);
        const revoked = await revokeApiKey(transaction, command.merchant_id, command.api_key_id, this.clock.now());
        if (!revoked) throw new DomainError('api_key_not_found');
        const message = await withLastKeyNote(transaction, command.merchant_id, 'API key revoked.');
        return done(message, { id: command.api_key_id, deleted: true as const });
      }),
    );
  }
}
