import {
  API_VERSION,
  eventsOf,
  presentReceivable,
  type EventAttributes,
  type EventPayload,
  type Receivable,
} from '@centavo/contracts';
import type { AddressedMessage, MessageHeaders } from '@centavo/messaging';
import { newId } from '@centavo/runtime';
import type { ReceivableState } from './receivable.domain.js';

/**
 * The event that says which status a receivable has just entered, with the whole receivable. Its key is the charge, so that a
 * charge and all that follows from it are told in order.
 * @param headers from what caused it
 */
export function receivableEvent(
  receivable: ReceivableState,
  occurredAt: string,
  headers: MessageHeaders,
): AddressedMessage {
  const payload = {
    id: newId(),
    event: `receivable.${receivable.status}`,
    occurred_at: occurredAt,
    sequence: receivable.sequence,
    api_version: API_VERSION,
    data: presentReceivable(receivable),
  } as EventPayload<Receivable>;
  return {
    topic: eventsOf('ledger'),
    id: payload.id,
    type: payload.event,
    key: receivable.charge_id,
    value: JSON.stringify(payload),
    headers: { ...headers, merchantId: receivable.merchant_id, resourceId: receivable.id } satisfies EventAttributes,
  };
}
