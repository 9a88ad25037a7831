import {
  created,
  DomainError,
  presentLegalRepresentative,
  type Answer,
  type CreateLegalRepresentativeCommand,
  type LegalRepresentative,
  assertTaxId,
} from '@centavo/contracts';
import { BusContext, Idempotency, oncePerCommand } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Clock, Settings } from '@centavo/runtime';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { assertRoom } from '../submerchants/assert-room.js';
import { lockOwnSubmerchant } from '../submerchants/lock-own-submerchant.js';
import { claimOf, newRepresentative } from './legal-representative.domain.js';
import { assertShares, saveRepresentative } from './legal-representatives.sql.js';

@Controller()
export class CreateLegalRepresentativeHandler {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  @MessagePattern('legal-representatives.create')
  handle(
    @Payload() command: CreateLegalRepresentativeCommand,
    @Ctx() context: BusContext,
  ): Promise<Answer<LegalRepresentative>> {
    const request = oncePerCommand(command, context);
    return this.database.transaction((outer) =>
      this.idempotency.once(outer, command.merchant_id, request, async (transaction) => {
        const submerchant = await lockOwnSubmerchant(transaction, command);
        if (submerchant.entity_type !== 'pj') throw new DomainError('representatives_only_for_pj');
        await assertRoom(transaction, 'legal_representatives', command.submerchant_id);
        const representative = newRepresentative(command, this.clock.now());
        assertTaxId(claimOf(representative), this.settings.isSandbox);
        const record = await saveRepresentative(transaction, representative);
        await assertShares(transaction, command.submerchant_id);
        return created('Legal representative added.', presentLegalRepresentative(record));
      }),
    );
  }
}
