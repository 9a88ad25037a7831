import { presentReceivable } from '@centavo/contracts';
import { eventMessage, type AddressedMessage, type MessageHeaders } from '@centavo/messaging';
import type { ReceivableState } from './receivable.domain.js';

/**
 * The event that says which status a receivable has just entered, with the whole receivable. Its key is the charge, so that a
 * charge and all that follows from it are told in order.
 */
export const receivableEvent = (
  receivable: ReceivableState,
  occurredAt: string,
  cause: MessageHeaders,
): AddressedMessage =>
  eventMessage({
    service: 'ledger',
    event: `receivable.${receivable.status}`,
    occurredAt,
    sequence: receivable.sequence,
    data: presentReceivable(receivable),
    key: receivable.charge_id,
    attributes: { merchantId: receivable.merchant_id, resourceId: receivable.id },
    cause,
  });
