import { done, DomainError, type Answer, type DeleteLegalRepresentativeCommand } from '@centavo/contracts';
import { BusContext, Idempotency, oncePerCommand, Outbox } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Clock } from '@centavo/runtime';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { movesEntry } from '../documents/document-event.js';
import { replaceDocumentsOf } from '../documents/documents.sql.js';
import { lockOwnSubmerchant } from '../submerchants/lock-own-submerchant.js';
import { deleteRepresentative } from './legal-representatives.sql.js';

/**
 * A representative that is deleted is shown nowhere any more. Its documents are: as `replaced`, so that they no longer count, and what was
 * once handed in can still be told.
 */
@Controller()
export class DeleteLegalRepresentativeHandler {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
  ) {}

  @MessagePattern('legal-representatives.delete')
  handle(
    @Payload() command: DeleteLegalRepresentativeCommand,
    @Ctx() context: BusContext,
  ): Promise<Answer<{ id: string; deleted: true }>> {
    const request = oncePerCommand(command, context);
    return this.database.transaction((outer) =>
      this.idempotency.once(outer, command.merchant_id, request, async (transaction) => {
        await lockOwnSubmerchant(transaction, command);
        const stamp = { outboxId: this.outbox.newId(), now: this.clock.now() };
        const isDeleted = await deleteRepresentative(transaction, command, stamp.now);
        if (!isDeleted) throw new DomainError('legal_representative_not_found');
        const replaced = await replaceDocumentsOf(transaction, stamp, command);
        await this.outbox.add(transaction, movesEntry(stamp.outboxId, replaced, context.caused));
        return done('Legal representative deleted.', { id: command.representative_id, deleted: true as const });
      }),
    );
  }
}
