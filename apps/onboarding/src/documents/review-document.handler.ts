import {
  DOCUMENT_DECISION_TRANSITIONS,
  DOCUMENT_DECISIONS,
  done,
  DomainError,
  presentSubmerchantDocument,
  type Answer,
  type DocumentStatus,
  type ReviewSubmerchantDocumentCommand,
  type SubmerchantDocument,
} from '@centavo/contracts';
import { BusContext, Idempotency, oncePerCommand, OPERATORS, Outbox } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Clock } from '@centavo/runtime';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { recordAuditEffect } from '../audit/audit.sql.js';
import { movesEntry } from './document-event.js';
import { decideOnDocument, lockDocument } from './documents.sql.js';

/** An operator's decision about a document. */
@Controller()
export class ReviewDocumentHandler {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
  ) {}

  @MessagePattern('submerchant-documents.review')
  handle(
    @Payload() command: ReviewSubmerchantDocumentCommand,
    @Ctx() context: BusContext,
  ): Promise<Answer<SubmerchantDocument>> {
    const { document_id: id, body, audit_call_id: auditCallId } = command;
    const transition = DOCUMENT_DECISION_TRANSITIONS[body.status];
    return this.database.transaction((outer) =>
      this.idempotency.once(outer, OPERATORS, oncePerCommand(command, context), async (transaction) => {
        const before = await lockDocument(transaction, id);
        if (!before) throw new DomainError('submerchant_document_not_found');
        const stamp = { outboxId: this.outbox.newId(), now: this.clock.now() };
        const moved = await decideOnDocument(transaction, stamp, { id, transition, notes: body.notes ?? null });
        const [document] = moved;
        if (!document) throw notPossible(before.status);
        await recordAuditEffect(transaction, {
          auditCallId,
          action: `submerchant_document.${document.status}`,
          resourceId: id,
          details: { from: before.status, submerchant_id: document.submerchant_id, type: document.type },
        });
        await this.outbox.add(transaction, movesEntry(stamp.outboxId, moved, context.caused));
        return done(`Document ${document.status}.`, presentSubmerchantDocument(document));
      }),
    );
  }
}

function notPossible(status: DocumentStatus): DomainError {
  const allowed = DOCUMENT_DECISIONS.filter((decision) =>
    DOCUMENT_DECISION_TRANSITIONS[decision].from.includes(status),
  );
  const possible = allowed.length > 0 ? `it can only become ${allowed.join(' or ')}` : 'nothing more can be decided';
  return new DomainError('review_not_possible', { message: `The document is ${status}; ${possible}.` });
}
