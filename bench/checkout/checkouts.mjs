import { exampleCharge } from '../../scripts/lib/example-charge.mjs';
import { costOf } from '../alone/cost.mjs';
import { percentile, sum } from '../usage.mjs';

const { customer } = exampleCharge;
const payments = {
  pix: { payment_method: 'pix', payment_details: {}, customer },
  credit_card: { payment_method: 'credit_card', payment_details: { token: 'tok_visa' }, customer },
};

/**
 * Payments of links, and all that follows them.
 * @param {{load: object, charges: import('./charges-by-link.mjs').ChargesByLink, system: object}} trial
 * @param {string} name
 * @param {{method: keyof typeof payments, linkIds: string[], clients: number, seconds: number}} request
 */
export async function checkouts({ load, charges, system }, name, { method, ...request }) {
  const { result, costPer } = await costOf(system, async () => {
    const outcome = await load.call('payLoop', { ...request, payment: payments[method] });
    const answeredAt = performance.now();
    await charges.untilAtRest();
    return { ...outcome, atRestAfterSeconds: (performance.now() - answeredAt) / 1000 };
  });
  const { statuses, latenciesMs, atRestAfterSeconds } = result;
  const accepted = statuses[201] ?? 0;
  return {
    name,
    accepted,
    perSecond: accepted / request.seconds,
    p50: percentile(latenciesMs, 0.5),
    p99: percentile(latenciesMs, 0.99),
    refused: sum(Object.values(statuses)) - accepted,
    atRestAfterSeconds,
    ...costPer(accepted),
  };
}
