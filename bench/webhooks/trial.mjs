import { waitFor } from '../../scripts/lib/wait.mjs';
import { costOf } from '../alone/cost.mjs';
import { note } from '../trial.mjs';
import { percentile, sum } from '../usage.mjs';
import { startWorker } from '../worker.mjs';
import { Deliveries } from './deliveries.mjs';
import { Endpoints } from './endpoints.mjs';
import { webhooksSystems } from './systems.mjs';

const deliveryTimeoutMs = 180_000;

/**
 * The service under load, with its producer and the receiver of all its endpoints. It remembers every event and when it was taken, to ask for
 * all of them in the end.
 */
export class WebhooksTrial {
  /** By id: {chargeId, sequence, merchantId, committedAtMs}. */
  events = new Map();
  /** By id of the event: when its endpoint took it. Every merchant has one endpoint. */
  arrivals = new Map();
  #eventsByMerchant = new Map();

  constructor({ mode, system, receiver, endpoints, deliveries }) {
    this.mode = mode;
    this.receiver = receiver;
    this.endpoints = endpoints;
    this.deliveries = deliveries;
    this.producer = system.producer;
    this.system = { ...system, components: { ...system.components, receiver: { pids: [receiver.pid] } } };
  }

  /**
   * Starts everything, does something with it and stops it.
   * @template T
   * @param {{mode: string, dataDir: string, env: Record<string, string>}} options
   * @param {(trial: WebhooksTrial) => Promise<T>} work
   * @returns {Promise<T>}
   */
  static async run({ mode, dataDir, env }, work) {
    const system = await webhooksSystems[mode]({ dataDir, env });
    const receiver = await startWorker('webhooks/receiver.mjs');
    try {
      const endpoints = new Endpoints(system.producer, await receiver.call('listen'));
      const deliveries = await Deliveries.open({ dataDir, password: env.DATABASE_PASSWORD });
      try {
        return await work(new WebhooksTrial({ mode, system, receiver, endpoints, deliveries }));
      } finally {
        await deliveries.close();
      }
    } finally {
      receiver.stop();
      await system.stop();
    }
  }

  note(text) {
    note(this.mode, text);
  }

  /** @param {import('./endpoints.mjs').Endpoint[]} endpoints @param {string} behaviour one of `answers` */
  behave(endpoints, behaviour) {
    return this.receiver.call(
      'behave',
      endpoints.map(({ path }) => ({ path, behaviour })),
    );
  }

  /**
   * Commits events one by one at a rate, whatever becomes of them (open loop).
   * @param {{rate: number, seconds: number, endpoints: import('./endpoints.mjs').Endpoint[]}} load
   */
  async commitAtRate({ rate, seconds, endpoints }) {
    const merchantIds = endpoints.map(({ merchantId }) => merchantId);
    await this.producer.call('commitAtRate', { rate, seconds, merchantIds });
    await this.noteEvents();
  }

  /**
   * What `work` costs for each event that was made meanwhile.
   * @param {() => Promise<void>} work
   * @returns {Promise<{events: number, cpu: Record<string, number>, database: Record<string, number>}>}
   */
  async cost(work) {
    const before = this.events.size;
    const { costPer } = await costOf(this.system, work);
    const events = this.events.size - before;
    return { events, ...costPer(events) };
  }

  /** Waits until these endpoints have taken all their events, and that is written down where `isLast` says that nothing else waits. */
  async untilTaken(endpoints, { isLast = true } = {}) {
    const expected = sum(endpoints.map(({ merchantId }) => this.#eventsByMerchant.get(merchantId) ?? 0));
    const paths = endpoints.map(({ path }) => path);
    const areTaken = async () => (await this.receiver.call('countAt', paths)) >= expected;
    const limits = { timeoutMs: deliveryTimeoutMs, everyMs: 20 };
    await waitFor(areTaken, { what: `${expected} postbacks at ${paths.length} endpoints`, ...limits });
    if (isLast) await this.deliveries.untilNothingIsDue(deliveryTimeoutMs);
  }

  /** @returns {Promise<string[]>} the ids of the events made since the last call */
  async noteEvents() {
    const made = await this.producer.call('takeLog');
    for (const { id, ...event } of made) {
      this.events.set(id, event);
      this.#eventsByMerchant.set(event.merchantId, (this.#eventsByMerchant.get(event.merchantId) ?? 0) + 1);
    }
    return made.map(({ id }) => id);
  }

  /** @returns {Promise<Arrival[]>} what was taken since the last call; call {@link noteEvents} before */
  async takeArrivals() {
    const arrivals = await this.receiver.call('takeArrivals');
    return arrivals.map(({ eventId, arrivedAtMs }) => {
      this.arrivals.set(eventId, arrivedAtMs);
      const { merchantId, committedAtMs } = this.events.get(eventId);
      return { merchantId, committedAtMs, arrivedAtMs };
    });
  }
}

/** @typedef {{merchantId: string, committedAtMs: number, arrivedAtMs: number}} Arrival */

/** From the commit to the arrival. @param {Arrival[]} arrivals */
export function delaysOf(arrivals) {
  const delays = arrivals.map(({ arrivedAtMs, committedAtMs }) => arrivedAtMs - committedAtMs);
  return {
    count: delays.length,
    p50: percentile(delays, 0.5),
    p95: percentile(delays, 0.95),
    p99: percentile(delays, 0.99),
  };
}
