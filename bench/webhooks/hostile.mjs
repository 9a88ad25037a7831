import { memoryMb } from '../usage.mjs';
import { hostileAnswers } from './answers.mjs';

const sampleMs = 100;

/** How many endpoints {@link hostileReceivers} needs: one for everything that is tried. */
export const hostileCount = Object.keys(hostileAnswers).length;

/**
 * What receivers that do their worst cost the service in memory, compared with the same traffic to the same endpoints while they behave.
 * @param {import('./trial.mjs').WebhooksTrial} trial
 * @param {{rate: number, seconds: number, endpoints: import('./endpoints.mjs').Endpoint[]}} load
 */
export async function hostileReceivers(trial, { rate, seconds, endpoints }) {
  const since = new Date();
  trial.note(`${rate}/s to ${endpoints.length} endpoints that behave`);
  const peakBeforeMb = await peakMemory(trial, () => trial.commitAtRate({ rate, seconds, endpoints }));
  trial.note('the same while they do their worst');
  const kinds = Object.keys(hostileAnswers);
  for (const [index, kind] of kinds.entries()) await trial.behave([endpoints[index]], kind);
  const peakMb = await peakMemory(trial, () => trial.commitAtRate({ rate, seconds, endpoints }));
  await trial.behave(endpoints, 'accept');
  for (const endpoint of endpoints) await trial.endpoints.recover(endpoint, since);
  await trial.untilTaken(endpoints);
  await trial.takeArrivals();
  return { rate, seconds, kinds, peakBeforeMb, peakMb };
}

/** The service's own process at its largest during some work, in MB. */
async function peakMemory({ system: { components, serviceComponent } }, work) {
  const service = { service: components[serviceComponent] };
  let peakMb = 0;
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, memoryMb(service).service.rss);
  }, sampleMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return peakMb;
}
