import {
  API_VERSION,
  eventsOf,
  presentCharge,
  type Charge,
  type EventAttributes,
  type EventPayload,
} from '@centavo/contracts';
import type { AddressedMessage, MessageHeaders } from '@centavo/messaging';
import { newId } from '@centavo/runtime';
import type { ChargeState } from './charge.domain.js';

/**
 * The event that says which status a charge has just entered, with the whole charge. The agreed fee travels beside the payload:
 * the ledger needs it, receivers do not.
 */
export function chargeEvent(
  charge: ChargeState,
  cause: MessageHeaders,
  presented: Charge = presentCharge(charge),
): AddressedMessage {
  const payload = {
    id: newId(),
    event: `charge.${charge.status}`,
    occurred_at: presented.updated_at,
    sequence: charge.sequence,
    api_version: API_VERSION,
    data: presented,
  } as EventPayload<Charge>;
  return {
    topic: eventsOf('payments'),
    id: payload.id,
    type: payload.event,
    key: charge.id,
    value: JSON.stringify(payload),
    headers: {
      ...cause,
      merchantId: charge.merchant_id,
      resourceId: charge.id,
      feeBps: String(charge.terms.fee.bps),
      feeFixed: String(charge.terms.fee.fixed),
    } satisfies EventAttributes,
  };
}
