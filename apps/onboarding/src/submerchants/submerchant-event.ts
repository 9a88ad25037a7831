import { presentSubmerchant } from '@centavo/contracts';
import { eventMessage, type AddressedMessage, type BusContext } from '@centavo/messaging';
import type { SubmerchantState } from './submerchants.sql.js';

/** The event that says which status a submerchant has just entered. */
export const submerchantEvent = (submerchant: SubmerchantState, { caused }: BusContext): AddressedMessage =>
  eventMessage({
    service: 'onboarding',
    event: `submerchant.${submerchant.status}`,
    occurredAt: submerchant.updated_at.toISOString(),
    sequence: submerchant.sequence,
    data: presentSubmerchant(submerchant),
    key: submerchant.id,
    attributes: {
      merchantId: submerchant.merchant_id,
      resourceId: submerchant.id,
      walletId: submerchant.wallet_id,
    },
    cause: caused,
  });
