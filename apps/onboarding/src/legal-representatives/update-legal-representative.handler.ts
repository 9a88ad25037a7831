import {
  done,
  DomainError,
  presentLegalRepresentative,
  type Answer,
  type LegalRepresentative,
  type UpdateLegalRepresentativeCommand,
  assertTaxId,
} from '@centavo/contracts';
import { BusContext, Idempotency, oncePerCommand } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Clock, Settings } from '@centavo/runtime';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { lockOwnSubmerchant } from '../submerchants/lock-own-submerchant.js';
import { changedRepresentative, claimOf } from './legal-representative.domain.js';
import { assertShares, findRepresentative, saveRepresentative } from './legal-representatives.sql.js';

@Controller()
export class UpdateLegalRepresentativeHandler {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  @MessagePattern('legal-representatives.update')
  handle(
    @Payload() command: UpdateLegalRepresentativeCommand,
    @Ctx() context: BusContext,
  ): Promise<Answer<LegalRepresentative>> {
    const request = oncePerCommand(command, context);
    return this.database.transaction((outer) =>
      this.idempotency.once(outer, command.merchant_id, request, async (transaction) => {
        await lockOwnSubmerchant(transaction, command);
        const current = await findRepresentative(transaction, command);
        if (!current) throw new DomainError('legal_representative_not_found');
        const representative = changedRepresentative(current, command.body, this.clock.now());
        assertTaxId(claimOf(representative), this.settings.isSandbox);
        const record = await saveRepresentative(transaction, representative);
        await assertShares(transaction, command.submerchant_id);
        return done('Legal representative changed.', presentLegalRepresentative(record));
      }),
    );
  }
}
