import { setTimeout as sleep } from 'node:timers/promises';
import { delaysOf } from './trial.mjs';

/** So many events at most are on their way: more than the service sends at once, so that it always has work. */
const window = 1_500;
const relayMs = 5;
const perCall = 500;

/**
 * As many deliveries as the service makes: whenever one is taken, another event is published.
 * @param {import('./trial.mjs').WebhooksTrial} trial
 * @param {{seconds: number, endpoints: import('./endpoints.mjs').Endpoint[]}} load
 */
export async function saturation(trial, { seconds, endpoints }) {
  const name = `${window} on their way, for ${seconds} s`;
  trial.note(name);
  return throughput(trial, { name, endpoints }, async (publish) => {
    const before = await trial.receiver.call('count');
    const endAt = performance.now() + seconds * 1000;
    let published = 0;
    while (performance.now() < endAt) {
      const count = window - published + (await trial.receiver.call('count')) - before;
      if (count > 0) publish(count);
      published += count;
      await sleep(relayMs);
    }
  });
}

/**
 * All events at once, to few endpoints: what the bus holds is delivered as fast as it is stored.
 * @param {import('./trial.mjs').WebhooksTrial} trial
 * @param {{count: number, endpoints: import('./endpoints.mjs').Endpoint[]}} load
 */
export async function atOnce(trial, { count, endpoints }) {
  const name = `${count.toLocaleString('en')} at once, to ${endpoints.length} endpoints`;
  trial.note(name);
  return throughput(trial, { name, endpoints }, async (publish) => {
    for (let published = 0; published < count; published += perCall) publish(Math.min(perCall, count - published));
  });
}

async function throughput(trial, { name, endpoints }, load) {
  const merchantIds = endpoints.map(({ merchantId }) => merchantId);
  const publishing = [];
  const cost = await trial.cost(async () => {
    await load((count) => publishing.push(trial.producer.call('publish', { count, merchantIds })));
    await Promise.all(publishing);
    await trial.noteEvents();
    await trial.untilTaken(endpoints);
  });
  const arrivals = await trial.takeArrivals();
  const first = arrivals.reduce((least, { committedAtMs }) => Math.min(least, committedAtMs), Infinity);
  const last = arrivals.reduce((most, { arrivedAtMs }) => Math.max(most, arrivedAtMs), 0);
  return { name, perSecond: (arrivals.length * 1000) / (last - first), ...delaysOf(arrivals), ...cost };
}
