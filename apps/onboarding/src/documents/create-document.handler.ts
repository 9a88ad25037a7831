import {
  created,
  DomainError,
  presentSubmerchantDocument,
  toValidUntil,
  type Answer,
  type CreateSubmerchantDocumentCommand,
  type SubmerchantDocument,
} from '@centavo/contracts';
import { BusContext, Idempotency, oncePerCommand, Outbox } from '@centavo/messaging';
import { Database, type Transaction } from '@centavo/persistence';
import { Clock, Settings } from '@centavo/runtime';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { findRepresentative } from '../legal-representatives/legal-representatives.sql.js';
import { assertRoom } from '../submerchants/assert-room.js';
import { lockOwnSubmerchant } from '../submerchants/lock-own-submerchant.js';
import { insertCheck } from './check/document-checks.sql.js';
import { documentEvent, movesEntry } from './document-event.js';
import { assertDocument, type DocumentState } from './document.domain.js';
import { insertDocument, replaceDocument, type MoveStamp } from './documents.sql.js';

/** A new document takes the place of the one of its type, and of its representative, that counted so far. */
@Controller()
export class CreateDocumentHandler {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  @MessagePattern('submerchant-documents.create')
  handle(
    @Payload() command: CreateSubmerchantDocumentCommand,
    @Ctx() context: BusContext,
  ): Promise<Answer<SubmerchantDocument>> {
    const request = oncePerCommand(command, context);
    return this.database.transaction((outer) =>
      this.idempotency.once(outer, command.merchant_id, request, async (transaction) => {
        const submerchant = await lockOwnSubmerchant(transaction, command);
        assertDocument(command.body, { entityType: submerchant.entity_type, httpsOnly: !this.settings.isSandbox });
        await assertRepresentative(transaction, command);
        await assertRoom(transaction, 'submerchant_documents', submerchant.id);
        const stamp = { outboxId: this.outbox.newId(), now: this.clock.now() };
        const document = newDocument(command, stamp);
        const replaced = await replaceDocument(transaction, stamp, document);
        await insertDocument(transaction, document);
        if (this.settings.verifyDocumentUrls) await insertCheck(transaction, document.id);
        const { id, messages, follows } = movesEntry(stamp.outboxId, replaced, context.caused);
        await this.outbox.add(transaction, {
          id,
          messages: [...messages, documentEvent(document, context.caused)],
          follows,
        });
        return created('Document received.', presentSubmerchantDocument(document));
      }),
    );
  }
}

async function assertRepresentative(
  transaction: Transaction,
  { submerchant_id, body: { legal_representative_id } }: CreateSubmerchantDocumentCommand,
): Promise<void> {
  if (typeof legal_representative_id !== 'string') return;
  const found = await findRepresentative(transaction, { submerchant_id, representative_id: legal_representative_id });
  if (!found) throw DomainError.onField('legal_representative_not_found', 'legal_representative_id');
}

const newDocument = (
  { document_id, submerchant_id, merchant_id, body }: CreateSubmerchantDocumentCommand,
  { outboxId, now }: MoveStamp,
): DocumentState => ({
  id: document_id,
  submerchant_id,
  merchant_id,
  legal_representative_id: body.legal_representative_id?.toLowerCase() ?? null,
  type: body.type,
  notes: body.notes ?? null,
  number: body.number ?? null,
  file_url: body.file_url,
  file_name: body.file_name,
  file_size: BigInt(body.file_size),
  mime_type: body.mime_type,
  status: 'pending',
  verified_at: null,
  verification_notes: null,
  expires_at: body.expires_at ? toValidUntil(body.expires_at)! : null,
  sequence: 1,
  outbox_id: outboxId,
  created_at: now,
  updated_at: now,
});
