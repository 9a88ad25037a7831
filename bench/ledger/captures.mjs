import { chargeEvent, newCharge } from '../charge-events.mjs';

/** How a charge of each method was captured, and what the ledger is told of its fee. */
const methods = {
  credit_card: { trigger: 'capture_at_once', feeBps: '299', feeFixed: '0' },
  pix: { trigger: 'pay', feeBps: '99', feeFixed: '0' },
};

/** A `charge.captured` event as payments makes it. @param {{merchantId: string, method: keyof typeof methods}} capture */
export const newCapture = ({ merchantId, method }) =>
  chargeEvent(newCharge({ merchantId, method }), {
    event: 'charge.captured',
    sequence: 2,
    attributes: methods[method],
  });
