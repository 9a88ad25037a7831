import {
  API_VERSION,
  eventsOf,
  presentCharge,
  type Charge,
  type EventAttributes,
  type EventKind,
  type EventPayload,
} from '@centavo/contracts';
import type { AddressedMessage, MessageHeaders } from '@centavo/messaging';
import { newId } from '@centavo/runtime';
import type { ChargeMove } from '../charge-transition.domain.js';
import type { ChargeState } from '../charge.domain.js';

/** What the ledger needs of a charge's event beside the charge itself. */
export interface EventFacts {
  readonly trigger?: ChargeMove['trigger'];
  readonly refund?: { readonly id: string; readonly amount: bigint };
}

/**
 * The event that says which status a charge has just entered, with the whole charge. What receivers need not know travels beside
 * the payload.
 */
export function chargeEvent(
  charge: ChargeState,
  cause: MessageHeaders,
  { trigger, refund }: EventFacts = {},
  presented: Charge = presentCharge(charge),
): AddressedMessage {
  const kind = (trigger === 'lose_dispute' ? 'charge.dispute_lost' : `charge.${charge.status}`) as EventKind;
  const { fee, submerchantWallets } = charge.terms;
  const payload: EventPayload<Charge> = {
    id: newId(),
    event: kind,
    occurred_at: presented.updated_at,
    sequence: charge.sequence,
    api_version: API_VERSION,
    data: presented,
  };
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
      feeBps: String(fee.bps),
      feeFixed: String(fee.fixed),
      ...(trigger && { trigger }),
      ...(submerchantWallets &&
        charge.status === 'captured' && { submerchantWallets: JSON.stringify(submerchantWallets) }),
      ...(refund && { refundId: refund.id, refundAmount: String(refund.amount) }),
    } satisfies EventAttributes,
  };
}
