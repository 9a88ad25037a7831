import {
  API_VERSION,
  eventsOf,
  presentMerchant,
  type EventAttributes,
  type EventKind,
  type EventPayload,
  type Merchant,
} from '@centavo/contracts';
import type { AddressedMessage, BusContext } from '@centavo/messaging';
import { newId } from '@centavo/runtime';
import type { MerchantState } from './merchants.sql.js';

/** Says that a merchant has just entered a status, or changed otherwise. Only the platform's own services hear it. */
export function merchantEvent(kind: EventKind, merchant: MerchantState, { caused }: BusContext): AddressedMessage {
  const payload: EventPayload<Merchant> = {
    id: newId(),
    event: kind,
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
