import { waitFor } from '../scripts/lib/wait.mjs';
import { makeMerchants } from './merchants.mjs';
import { latenciesBetween, readDatabaseCounts, readHistograms } from './metrics.mjs';
import { cpuMs, mapValues, percentile, sum } from './usage.mjs';
import { startWorker } from './worker.mjs';

/** So many merchants ask for charges, in turn. */
export const chargingMerchants = 20;
const connectionsPerGateway = 128;
const warmUp = { clients: 16, seconds: 3 };
const readLoad = { clients: 32, seconds: 5 };
const cardLoad = { clients: 64, seconds: 5 };
/** More than are tokenized in that time. */
const cardCount = 15_000;
const deliveryTimeoutMs = 180_000;

/** A system under load. Its phases: each is over when all its postbacks have arrived. */
export class Trial {
  chargeIds = [];

  constructor({ mode, system, receiver, load, receiverPort }) {
    this.mode = mode;
    this.system = system;
    this.receiver = receiver;
    this.load = load;
    this.receiverPort = receiverPort;
    this.components = { ...system.components, 'load + receiver': { pids: [load.pid, receiver.pid] } };
  }

  /** @param {{mode: string, system: import('./modes.mjs').System}} options */
  static async start({ mode, system }) {
    const [receiver, load] = await Promise.all(['receiver.mjs', 'load-generator.mjs'].map(startWorker));
    return new Trial({ mode, system, receiver, load, receiverPort: await receiver.call('listen') });
  }

  /**
   * Makes merchants, of whom the first ask for charges from now on.
   * @param {number} count
   * @param {number} connections to each gateway
   */
  async makeMerchants(count, connections = connectionsPerGateway) {
    const { baseUrls } = this.system;
    const merchants = await makeMerchants(this.system, { count, receiverPort: this.receiverPort });
    const credentials = merchants.map((merchant) => merchant.credentials);
    await this.load.call('connect', { baseUrls, credentials, chargingMerchants, connections });
    return merchants;
  }

  /** Load at each rate, and then at saturation. @param {{rates: number[], seconds: number, closedClients: number}} plan */
  async phases({ rates, seconds, closedClients: clients }) {
    note(this.mode, 'warming up');
    await this.phase('', 'closedLoop', warmUp);
    const phases = [];
    for (const rate of rates)
      phases.push(await this.phase(`${rate}/s for ${seconds} s`, 'openLoop', { rate, seconds }));
    return [...phases, await this.phase(`${clients} clients for ${seconds} s`, 'closedLoop', { clients, seconds })];
  }

  stop() {
    this.receiver.stop();
    this.load.stop();
  }

  async phase(name, method, load) {
    if (name) note(this.mode, name);
    const { metricsUrls } = this.system;
    const [cpuBefore, countsBefore] = [cpuMs(this.components), await readDatabaseCounts(metricsUrls)];
    const histogramsBefore = await readHistograms(metricsUrls);
    const outcome = await this.load.call(method, load);
    const { chargeIds } = outcome;
    // One by one: so many arguments do not fit on the stack after minutes.
    for (const id of chargeIds) this.chargeIds.push(id);
    const arrived = await this.#untilDelivered(chargeIds);
    const [cpuAfter, countsAfter] = [cpuMs(this.components), await readDatabaseCounts(metricsUrls)];
    const { delaysMs, lastArrivalAt } = await this.receiver.call('takeDelays');
    return {
      name: arrived === chargeIds.length ? name : `${name} (${chargeIds.length - arrived} undelivered)`,
      accepted: chargeIds.length,
      refused: describeRefusals(outcome.statuses),
      perSecond: (chargeIds.length * 1000) / (lastArrivalAt - outcome.startedAt),
      acceptP50: percentile(outcome.latenciesMs, 0.5),
      acceptP99: percentile(outcome.latenciesMs, 0.99),
      minutes: outcome.minutes?.map((latenciesMs) => ({
        answered: latenciesMs.length,
        p50: percentile(latenciesMs, 0.5),
        p99: percentile(latenciesMs, 0.99),
      })),
      startedAt: outcome.startedAt,
      postbackP50: percentile(delaysMs, 0.5),
      postbackP95: percentile(delaysMs, 0.95),
      postbackP99: percentile(delaysMs, 0.99),
      latencies: latenciesBetween(histogramsBefore, await readHistograms(metricsUrls)),
      databasePerCharge: mapValues(countsAfter, (counts, schema) =>
        mapValues(counts, (value, kind) => (value - (countsBefore[schema]?.[kind] ?? 0)) / chargeIds.length),
      ),
      cpuPerCharge: mapValues(cpuAfter, (ms, component) => (ms - cpuBefore[component]) / chargeIds.length),
    };
  }

  /**
   * Reads the same way over and over.
   * @param {string} name
   * @param {{kind: string} | {requests: {path: string, turn: number}[]}} what what the load generator made, or these
   */
  async reads(name, what) {
    return this.#costOf(name, 200, 'readLoop', { ...what, ...readLoad });
  }

  async #costOf(name, expectedStatus, method, load) {
    note(this.mode, name);
    const cpuBefore = cpuMs(this.components);
    const startedAt = performance.now();
    const { statuses, latenciesMs } = await this.load.call(method, load);
    const cpuAfter = cpuMs(this.components);
    const count = statuses[expectedStatus] ?? 0;
    return {
      name,
      perSecond: (count * 1000) / (performance.now() - startedAt),
      p50: percentile(latenciesMs, 0.5),
      p99: percentile(latenciesMs, 0.99),
      failed: sum(Object.values(statuses)) - count,
      cpuPerRead: mapValues(cpuAfter, (ms, component) => (ms - cpuBefore[component]) / count),
    };
  }

  /** Tokenizes cards, each another one. @returns what that costs, like a read */
  async tokenizations() {
    note(this.mode, `encrypting ${cardCount} cards`);
    await this.load.call('encryptCards', { baseUrl: this.system.baseUrls[0], count: cardCount });
    return this.#costOf('tokenizing', 201, 'tokenizeLoop', cardLoad);
  }

  /** Charges the cards that {@link tokenizations} made tokens of, each once. */
  async chargesFromVault(clients) {
    return this.phase(`${clients} clients, cards from the vault`, 'chargeTokens', { clients, seconds: 60 });
  }

  /** Gives up when nothing more arrives in time; the checks then say what is missing. */
  async #untilDelivered(chargeIds) {
    const allArrived = async () => (await this.receiver.call('countAllComplete')) >= this.chargeIds.length;
    try {
      await waitFor(allArrived, { what: 'all postbacks', timeoutMs: deliveryTimeoutMs, everyMs: 50 });
    } catch (error) {
      note(this.mode, error.message);
    }
    return await this.receiver.call('countComplete', chargeIds);
  }
}

const describeRefusals = (statuses) =>
  Object.entries(statuses)
    .filter(([status]) => status !== '201')
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ') || '0';

export const note = (mode, text) => console.log(`[${mode}] ${text}`);
