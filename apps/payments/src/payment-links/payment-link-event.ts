import { presentPaymentLink } from '@centavo/contracts';
import { eventMessage, type AddressedMessage, type MessageHeaders } from '@centavo/messaging';
import type { PaymentLinkState } from './payment-link.domain.js';

/** The event that says which status a link has just entered, with the whole link. @param publicUrl of the platform, for its address */
export function paymentLinkEvent(link: PaymentLinkState, publicUrl: string, cause: MessageHeaders): AddressedMessage {
  return eventMessage({
    service: 'payments',
    event: `payment_link.${link.status}`,
    occurredAt: link.updated_at.toISOString(),
    sequence: link.sequence,
    data: presentPaymentLink(link, publicUrl),
    key: link.id,
    attributes: { merchantId: link.merchant_id, resourceId: link.id },
    cause,
  });
}
