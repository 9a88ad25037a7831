import { presentAnticipation } from '@centavo/contracts';
import { eventMessage, type AddressedMessage, type MessageHeaders } from '@centavo/messaging';
import type { AnticipationState } from './anticipation.domain.js';

/** The event that says which status an anticipation has just entered. */
export const anticipationEvent = (anticipation: AnticipationState, cause: MessageHeaders): AddressedMessage =>
  eventMessage({
    service: 'ledger',
    event: `anticipation.${anticipation.status}`,
    occurredAt: anticipation.updated_at.toISOString(),
    sequence: anticipation.sequence,
    data: presentAnticipation(anticipation),
    key: anticipation.id,
    attributes: { merchantId: anticipation.merchant_id, resourceId: anticipation.id },
    cause,
  });
