import { monotonicMs } from './monotonic.mjs';
import { delaysOf } from './trial.mjs';

const publishedAtOnce = 500;
/** The live traffic ends with the recovery, and at the latest then. */
const longestSeconds = 120;

/**
 * A merchant's missed events are recovered while live traffic goes on: how long that takes, and what live traffic notices of it.
 * @param {import('./trial.mjs').WebhooksTrial} trial
 * @param {{missed: number, rate: number, seconds: number, late: import('./endpoints.mjs').Endpoint, others: import('./endpoints.mjs').Endpoint[]}} load
 *   `late`: whose endpoint was away
 */
export async function recovery(trial, { missed, rate, seconds, late, others }) {
  trial.note(`${missed.toLocaleString('en')} events that an inactive endpoint misses`);
  const since = new Date();
  await miss(trial, late, missed);
  trial.note(`${rate}/s of live traffic`);
  await trial.commitAtRate({ rate, seconds, endpoints: others });
  await trial.untilTaken(others);
  const before = delaysOf(await trial.takeArrivals());
  trial.note('the same while they are recovered');
  const live = trial.commitAtRate({ rate, seconds: longestSeconds, endpoints: others });
  const beganAtMs = monotonicMs();
  const { queued } = await trial.endpoints.recover(late, since);
  await trial.untilTaken([late], { isLast: false });
  const endedAtMs = monotonicMs();
  await trial.producer.call('stopCommitting');
  await live;
  await trial.untilTaken([late, ...others]);
  const arrivals = await trial.takeArrivals();
  const meanwhile = arrivals.filter(
    ({ merchantId, committedAtMs }) =>
      merchantId !== late.merchantId && committedAtMs >= beganAtMs && committedAtMs <= endedAtMs,
  );
  return { rate, queued, seconds: (endedAtMs - beganAtMs) / 1000, before, during: delaysOf(meanwhile) };
}

/** The events are kept, and nothing is delivered. */
async function miss(trial, endpoint, count) {
  await trial.endpoints.setStatus(endpoint, 'inactive');
  const merchantIds = [endpoint.merchantId];
  for (let published = 0; published < count; published += publishedAtOnce) {
    await trial.producer.call('publish', { count: Math.min(publishedAtOnce, count - published), merchantIds });
  }
  await trial.deliveries.untilKept(await trial.noteEvents());
  await trial.endpoints.setStatus(endpoint, 'active');
}
