import {
  API_VERSION,
  eventsOf,
  presentSubmerchantDocument,
  type EventAttributes,
  type EventPayload,
  type SubmerchantDocument,
} from '@centavo/contracts';
import type { AddressedMessage, MessageHeaders, OutboxEntry } from '@centavo/messaging';
import { newId } from '@centavo/runtime';
import type { DocumentState } from './document.domain.js';
import type { MovedDocument } from './documents.sql.js';

/** The event that says which status a document has just entered. A submerchant's documents keep their order among each other. */
export function documentEvent(document: DocumentState, cause: MessageHeaders): AddressedMessage {
  const payload: EventPayload<SubmerchantDocument> = {
    id: newId(),
    event: `submerchant_document.${document.status}`,
    occurred_at: document.updated_at.toISOString(),
    sequence: document.sequence,
    api_version: API_VERSION,
    data: presentSubmerchantDocument(document),
  };
  return {
    topic: eventsOf('onboarding'),
    id: payload.id,
    type: payload.event,
    key: document.submerchant_id,
    value: JSON.stringify(payload),
    headers: { ...cause, merchantId: document.merchant_id, resourceId: document.id } satisfies EventAttributes,
  };
}

/** What a transaction that moved documents has to say. */
export const movesEntry = (outboxId: string, moved: readonly MovedDocument[], cause: MessageHeaders): OutboxEntry => ({
  id: outboxId,
  messages: moved.map((document) => documentEvent(document, cause)),
  follows: moved.map(({ follows }) => follows),
});
