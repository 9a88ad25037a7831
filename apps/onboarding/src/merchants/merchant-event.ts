import { presentMerchant, type EventKind } from '@centavo/contracts';
import { eventMessage, type AddressedMessage, type BusContext } from '@centavo/messaging';
import type { MerchantState } from './merchants.sql.js';

/** Says that a merchant has just entered a status, or changed otherwise. Only the platform's own services hear it. */
export const merchantEvent = (event: EventKind, merchant: MerchantState, { caused }: BusContext): AddressedMessage =>
  eventMessage({
    service: 'onboarding',
    event,
    occurredAt: merchant.updated_at.toISOString(),
    sequence: merchant.sequence,
    data: presentMerchant(merchant),
    key: merchant.id,
    attributes: { merchantId: merchant.id, resourceId: merchant.id },
    cause: caused,
  });
