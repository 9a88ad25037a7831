import { presentSubmerchantDocument } from '@centavo/contracts';
import { eventMessage, type AddressedMessage, type MessageHeaders, type OutboxEntry } from '@centavo/messaging';
import type { DocumentState } from './document.domain.js';
import type { MovedDocument } from './documents.sql.js';

/** The event that says which status a document has just entered. A submerchant's documents keep their order among each other. */
export const documentEvent = (document: DocumentState, cause: MessageHeaders): AddressedMessage =>
  eventMessage({
    service: 'onboarding',
    event: `submerchant_document.${document.status}`,
    occurredAt: document.updated_at.toISOString(),
    sequence: document.sequence,
    data: presentSubmerchantDocument(document),
    key: document.submerchant_id,
    attributes: { merchantId: document.merchant_id, resourceId: document.id },
    cause,
  });

/** What a transaction that moved documents has to say. */
export const movesEntry = (outboxId: string, moved: readonly MovedDocument[], cause: MessageHeaders): OutboxEntry => ({
  id: outboxId,
  messages: moved.map((document) => documentEvent(document, cause)),
  follows: moved.map(({ follows }) => follows),
});
