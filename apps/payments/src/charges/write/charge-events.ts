import { presentCharge, type Charge, type EventKind } from '@centavo/contracts';
import { eventMessage, type AddressedMessage, type MessageHeaders } from '@centavo/messaging';
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
  return eventMessage({
    service: 'payments',
    event: kind,
    occurredAt: presented.updated_at,
    sequence: charge.sequence,
    data: presented,
    key: charge.id,
    attributes: {
      merchantId: charge.merchant_id,
      resourceId: charge.id,
      feeBps: String(fee.bps),
      feeFixed: String(fee.fixed),
      ...(trigger && { trigger }),
      ...(submerchantWallets &&
        charge.status === 'captured' && { submerchantWallets: JSON.stringify(submerchantWallets) }),
      ...(refund && { refundId: refund.id, refundAmount: String(refund.amount) }),
    },
    cause,
  });
}
