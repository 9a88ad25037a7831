import {
  API_VERSION,
  eventsOf,
  presentSubmerchant,
  type EventAttributes,
  type EventPayload,
  type Submerchant,
} from '@centavo/contracts';
import type { AddressedMessage, BusContext } from '@centavo/messaging';
import { newId } from '@centavo/runtime';
import type { SubmerchantState } from './submerchants.sql.js';

/** The event that says which status a submerchant has just entered. */
export function submerchantEvent(submerchant: SubmerchantState, { caused }: BusContext): AddressedMessage {
  const payload: EventPayload<Submerchant> = {
    id: newId(),
    event: `submerchant.${submerchant.status}`,
    occurred_at: submerchant.updated_at.toISOString(),
    sequence: submerchant.sequence,
    api_version: API_VERSION,
    data: presentSubmerchant(submerchant),
  };
  const attributes: EventAttributes = {
    merchantId: submerchant.merchant_id,
    resourceId: submerchant.id,
    walletId: submerchant.wallet_id,
  };
  return {
    topic: eventsOf('onboarding'),
    id: payload.id,
    type: payload.event,
    key: submerchant.id,
    value: JSON.stringify(payload),
    headers: { ...caused, ...attributes },
  };
}
