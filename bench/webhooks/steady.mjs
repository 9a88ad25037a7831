import { delaysOf } from './trial.mjs';

/**
 * Events at a fixed rate: from the commit to the arrival at the receiver.
 * @param {import('./trial.mjs').WebhooksTrial} trial
 * @param {{rate: number, seconds: number, endpoints: import('./endpoints.mjs').Endpoint[]}} load
 */
export async function steady(trial, load) {
  const name = `${load.rate}/s for ${load.seconds} s`;
  trial.note(name);
  const cost = await trial.cost(async () => {
    await trial.commitAtRate(load);
    await trial.untilTaken(load.endpoints);
  });
  return { name, ...delaysOf(await trial.takeArrivals()), ...cost };
}
