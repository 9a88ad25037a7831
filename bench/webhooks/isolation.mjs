import { delaysOf } from './trial.mjs';

/**
 * One endpoint gets half of the traffic and, the second time, hangs: what the others notice of it.
 * @param {import('./trial.mjs').WebhooksTrial} trial
 * @param {{rate: number, seconds: number, hanging: import('./endpoints.mjs').Endpoint, others: import('./endpoints.mjs').Endpoint[]}} load
 */
export async function isolation(trial, { rate, seconds, hanging, others }) {
  // In turns, each second one at the one that will hang.
  const endpoints = others.flatMap((other) => [hanging, other]);
  const since = new Date();
  trial.note(`${rate}/s, half of them to one endpoint`);
  const before = await othersDelays(trial, { rate, seconds, endpoints, hanging, others });
  trial.note('the same while that endpoint hangs');
  await trial.behave([hanging], 'hang 30 s');
  const during = await othersDelays(trial, { rate, seconds, endpoints, hanging, others });
  await trial.behave([hanging], 'accept');
  await trial.endpoints.recover(hanging, since);
  await trial.untilTaken([hanging, ...others]);
  await trial.takeArrivals();
  return { rate, seconds, before, during };
}

async function othersDelays(trial, { rate, seconds, endpoints, hanging, others }) {
  await trial.commitAtRate({ rate, seconds, endpoints });
  await trial.untilTaken(others, { isLast: false });
  const arrivals = await trial.takeArrivals();
  return delaysOf(arrivals.filter(({ merchantId }) => merchantId !== hanging.merchantId));
}
