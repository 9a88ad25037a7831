import {
  created,
  DomainError,
  presentSubmerchant,
  type Answer,
  type CreateSubmerchantCommand,
  type Submerchant,
  assertTaxId,
} from '@centavo/contracts';
import { BusContext, Idempotency, oncePerCommand, Outbox } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Clock, Settings } from '@centavo/runtime';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { submerchantEvent } from './submerchant-event.js';
import { claimOf, newProfile } from './submerchant.domain.js';
import { insertSubmerchant, type SubmerchantState } from './submerchants.sql.js';

@Controller()
export class CreateSubmerchantHandler {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  @MessagePattern('submerchants.create')
  handle(@Payload() command: CreateSubmerchantCommand, @Ctx() context: BusContext): Promise<Answer<Submerchant>> {
    const request = oncePerCommand(command, context);
    return this.database.transaction((outer) =>
      this.idempotency.once(outer, command.merchant_id, request, async (transaction) => {
        const submerchant = newSubmerchant(command, this.outbox.newId(), this.clock.now());
        assertTaxId(claimOf(submerchant), this.settings.isSandbox);
        if (!(await insertSubmerchant(transaction, submerchant))) {
          throw DomainError.onField('submerchant_already_exists', 'tax_id');
        }
        await this.outbox.add(transaction, {
          id: submerchant.outbox_id,
          messages: [submerchantEvent(submerchant, context)],
          follows: [],
        });
        return created('Submerchant registered.', presentSubmerchant(submerchant));
      }),
    );
  }
}

function newSubmerchant(command: CreateSubmerchantCommand, outboxId: string, now: Date): SubmerchantState {
  return {
    ...newProfile(command.body),
    id: command.submerchant_id,
    merchant_id: command.merchant_id,
    wallet_id: command.wallet_id,
    status: 'pending',
    reviewed_at: null,
    review_notes: null,
    sequence: 1,
    outbox_id: outboxId,
    created_at: now,
    updated_at: now,
  };
}
