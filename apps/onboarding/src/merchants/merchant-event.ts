import {
  API_VERSION,
  eventsOf,
  presentMerchant,
  type EventAttributes,
  type EventPayload,
  type Merchant,
} from '@centavo/contracts';
import type { AddressedMessage, BusContext } from '@centavo/messaging';
import { newId } from '@centavo/runtime';
import type { MerchantState } from './merchants.sql.js';

/** The event that says which status a merchant has just entered. Only the platform's own services hear it. */
export function merchantEvent(merchant: MerchantState, { caused }: BusContext): AddressedMessage {
  const payload: EventPayload<Merchant> = {
    id: newId(),
    event: `merchant.${merchant.status}`,
    occurred_at: merchant.updated_at.toISOString(),
    sequence: merchant.sequence,
    api_version: API_VERSION,
    data: presentMerchant(merchant),
  };
  return {
    topic: eventsOf('onboarding'),
    id: payload.id,
    type: payload.event,
    key: merchant.id,
    value: JSON.stringify(payload),
    headers: { ...caused, merchantId: merchant.id, resourceId: merchant.id } satisfies EventAttributes,
  };
}
