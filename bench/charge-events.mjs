import { importBuilt } from '../scripts/lib/paths.mjs';

const { capturedCharge } = await importBuilt('apps/ledger/src/fixtures/captured-charge.js');
const { eventMessage } = await importBuilt('libs/messaging/src/index.js');

/** @param {{merchantId: string, method?: string}} traits @returns a whole charge of one installment, captured now */
export function newCharge({ merchantId, method = 'credit_card' }) {
  const now = new Date().toISOString();
  const charge = capturedCharge({ merchantId, amount: 10_001, paymentMethod: method, installments: 1 });
  return { ...charge, authorized_at: now, captured_at: now, created_at: now, updated_at: now };
}

/**
 * An event of a charge as payments publishes it.
 * @param {object} charge from {@link newCharge}
 * @param {{event: string, sequence: number, attributes: Record<string, string>}} what `attributes`: beside merchant and resource
 */
export function chargeEvent(charge, { event, sequence, attributes }) {
  return eventMessage({
    service: 'payments',
    event,
    occurredAt: new Date().toISOString(),
    sequence,
    data: charge,
    key: charge.id,
    attributes: { merchantId: charge.merchant_id, resourceId: charge.id, ...attributes },
    cause: { correlationId: charge.id },
  });
}
