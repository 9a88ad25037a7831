import {
  done,
  DomainError,
  openRequirementsOf,
  presentSubmerchant,
  submerchantStatusesBefore,
  type Answer,
  type Requirement,
  type ReviewedSubmerchant,
  type ReviewSubmerchantCommand,
} from '@centavo/contracts';
import { BusContext, Idempotency, oncePerCommand, OPERATORS, Outbox } from '@centavo/messaging';
import { Database, type Transaction } from '@centavo/persistence';
import { Clock } from '@centavo/runtime';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { recordAuditEffect } from '../audit/audit.sql.js';
import { documentsOf, representativeIdsOf } from './requirement-facts.sql.js';
import { submerchantEvent } from './submerchant-event.js';
import { reviewNotPossible } from './submerchant.domain.js';
import { decide, lockSubmerchant, type SubmerchantState } from './submerchants.sql.js';

/** An operator may approve what is incomplete; then the answer and the audit log say what was open. */
@Controller()
export class ReviewSubmerchantHandler {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
  ) {}

  @MessagePattern('submerchants.review')
  handle(
    @Payload() command: ReviewSubmerchantCommand,
    @Ctx() context: BusContext,
  ): Promise<Answer<ReviewedSubmerchant>> {
    const request = oncePerCommand(command, context);
    return this.database.transaction((outer) =>
      this.idempotency.once(outer, OPERATORS, request, async (transaction) => {
        const before = await lockSubmerchant(transaction, command.submerchant_id);
        if (!before) throw new DomainError('submerchant_not_found');
        const after = await this.#decide(transaction, before, command);
        const open = await openRequirements(transaction, after);
        await recordAuditEffect(transaction, {
          auditCallId: command.audit_call_id,
          action: `submerchant.${after.status}`,
          resourceId: after.id,
          details: { status_before: before.status, open_requirements: open },
        });
        await this.outbox.add(transaction, {
          id: after.outbox_id,
          messages: [submerchantEvent(after, context)],
          follows: [before.outbox_id],
        });
        return done(`Submerchant ${after.status}.`, { ...presentSubmerchant(after), open_requirements: open });
      }),
    );
  }

  async #decide(
    transaction: Transaction,
    before: SubmerchantState,
    { body: { status, notes = null } }: ReviewSubmerchantCommand,
  ): Promise<SubmerchantState> {
    const after = await decide(transaction, {
      submerchantId: before.id,
      from: submerchantStatusesBefore(status),
      to: status,
      notes,
      outboxId: this.outbox.newId(),
      now: this.clock.now(),
    });
    if (!after) throw reviewNotPossible(before.status);
    return after;
  }
}

async function openRequirements(transaction: Transaction, submerchant: SubmerchantState): Promise<Requirement[]> {
  const documents = await documentsOf(transaction, submerchant.id);
  const representatives = await representativeIdsOf(transaction, submerchant.id);
  return openRequirementsOf({ submerchant, documents, representatives });
}
