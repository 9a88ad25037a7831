import { importBuilt } from '../../scripts/lib/paths.mjs';

/** How a charge of each method was captured, and what the ledger is told of its fee. */
const methods = {
  credit_card: { trigger: 'capture_at_once', feeBps: '299', feeFixed: '0' },
  pix: { trigger: 'pay', feeBps: '99', feeFixed: '0' },
};
const amount = 10_001;

/**
 * Makes `charge.captured` events as payments does: of one installment, whole, captured now.
 * @returns {Promise<(capture: {merchantId: string, method: keyof typeof methods}) => object>}
 */
export async function captureMaker() {
  const { capturedCharge } = await importBuilt('apps/ledger/src/fixtures/captured-charge.js');
  const { eventMessage } = await importBuilt('libs/messaging/src/index.js');
  return ({ merchantId, method }) => {
    const now = new Date().toISOString();
    const charge = capturedCharge({ merchantId, amount, paymentMethod: method, installments: 1 });
    return eventMessage({
      service: 'payments',
      event: 'charge.captured',
      occurredAt: now,
      sequence: 2,
      data: { ...charge, authorized_at: now, captured_at: now, created_at: now, updated_at: now },
      key: charge.id,
      attributes: { merchantId, resourceId: charge.id, ...methods[method] },
      cause: { correlationId: charge.id },
    });
  };
}
