import {
  done,
  DomainError,
  presentSubmerchant,
  type Answer,
  type Submerchant,
  type UpdateSubmerchantCommand,
  assertTaxId,
} from '@centavo/contracts';
import { BusContext, Idempotency, oncePerCommand } from '@centavo/messaging';
import { Database, violatesUnique, type Transaction } from '@centavo/persistence';
import { Clock, Settings } from '@centavo/runtime';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { lockOwnSubmerchant } from './lock-own-submerchant.js';
import { representativeIdsOf } from './requirement-facts.sql.js';
import { assertMayReidentify, changedProfile, claimOf, isSameIdentity } from './submerchant.domain.js';
import { TAX_ID_ONCE, updateProfile, type SubmerchantState } from './submerchants.sql.js';

@Controller()
export class UpdateSubmerchantHandler {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  @MessagePattern('submerchants.update')
  handle(@Payload() command: UpdateSubmerchantCommand, @Ctx() context: BusContext): Promise<Answer<Submerchant>> {
    const request = oncePerCommand(command, context);
    const { merchant_id, body } = command;
    return this.database.transaction((outer) =>
      this.idempotency.once(outer, merchant_id, request, async (transaction) => {
        const before = await lockOwnSubmerchant(transaction, command);
        const after = { ...changedProfile(before, body), updated_at: this.clock.now() };
        if (!isSameIdentity(before, after)) await this.#assertReidentification(transaction, before, after);
        await updateProfile(transaction, after).catch(explain);
        return done('Submerchant updated.', presentSubmerchant(after));
      }),
    );
  }

  async #assertReidentification(
    transaction: Transaction,
    before: SubmerchantState,
    after: SubmerchantState,
  ): Promise<void> {
    assertMayReidentify(before);
    assertTaxId(claimOf(after), this.settings.isSandbox);
    if (after.entity_type === 'pj' || (await representativeIdsOf(transaction, after.id)).length === 0) return;
    throw DomainError.onField('representatives_only_for_pj', 'entity_type');
  }
}

function explain(error: unknown): never {
  if (!violatesUnique(error, TAX_ID_ONCE)) throw error;
  throw DomainError.onField('submerchant_already_exists', 'tax_id');
}
