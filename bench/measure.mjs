import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../scripts/lib/wait.mjs';
import { checkRun } from './checks.mjs';
import { probeMachine } from './machine.mjs';
import { readDatabaseCounts, readLatencies } from './metrics.mjs';
import { modes } from './modes.mjs';
import { cpuMs, mapValues, memoryMb, percentile, sum } from './usage.mjs';
import { startWorker } from './worker.mjs';

const merchantCount = 20;
const connectionsPerGateway = 128;
const idleSeconds = 10;
const warmUp = { clients: 16, seconds: 3 };
const readLoad = { clients: 32, seconds: 5 };
const readKinds = {
  one: '`GET /v1/charges/{id}`',
  list: '`GET /v1/charges`, 20 of them',
  filtered: '`GET /v1/charges` by status and method',
};
const deliveryTimeoutMs = 180_000;

/**
 * One whole run: start, start again, rest, a look at the machine, load at each rate, load at saturation, and the checks.
 * @param {{mode: string, plan: {rates: number[], seconds: number, closedClients: number, scale: object}, dataDir: string,
 *   env: Record<string, string>}} options
 */
export async function measure({ mode, plan, dataDir, env }) {
  const start = () => modes[mode]({ dataDir, env, scale: plan.scale });
  note(mode, 'first start, on an empty folder');
  await (await start()).stop();
  const startedAt = performance.now();
  const system = await start();
  const startMs = performance.now() - startedAt;
  const [receiver, load] = await Promise.all(['receiver.mjs', 'load-generator.mjs'].map(startWorker));
  try {
    note(mode, `resting for ${idleSeconds} s`);
    const idle = await rest(system);
    note(mode, 'probing the machine');
    const machine = await probeMachine({ dataDir });
    await prepareLoad(system, receiver, load);
    const trial = new Trial({ mode, system, receiver, load });
    note(mode, 'warming up');
    await trial.phase('', 'closedLoop', warmUp);
    const phases = [];
    for (const rate of plan.rates) {
      phases.push(await trial.phase(`${rate}/s for ${plan.seconds} s`, 'openLoop', { rate, seconds: plan.seconds }));
    }
    const { closedClients: clients, seconds } = plan;
    phases.push(await trial.phase(`${clients} clients for ${seconds} s`, 'closedLoop', { clients, seconds }));
    const reads = [];
    for (const [kind, name] of Object.entries(readKinds)) reads.push(await trial.reads(name, kind));
    note(mode, 'checking');
    const password = env.DATABASE_PASSWORD;
    const checks = await checkRun({ dataDir, password, chargeIds: trial.chargeIds, receiver });
    return { startMs, machine, idle, phases, reads, checks, latencies: await readLatencies(system.metricsUrls) };
  } finally {
    receiver.stop();
    load.stop();
    await system.stop();
  }
}

async function rest({ components }) {
  await sleep(2_000);
  const before = sum(Object.values(cpuMs(components)));
  await sleep(idleSeconds * 1000);
  const usedMs = sum(Object.values(cpuMs(components))) - before;
  return { memory: memoryMb(components), cpuPercent: usedMs / (idleSeconds * 10) };
}

/** Merchants with a postback endpoint each. */
async function prepareLoad({ baseUrls, operatorToken }, receiver, load) {
  const port = await receiver.call('listen');
  const credentials = [];
  for (let number = 1; number <= merchantCount; number += 1) {
    const { api_key: key } = await post(`${baseUrls[0]}/admin/v1/merchants`, `Bearer ${operatorToken}`, {
      name: `Loja ${number}`,
      legal_name: `Loja ${number} Ltda`,
      tax_id: '11222333000181',
      email: `loja${number}@example.com`,
    });
    const pair = `${key.public_key}:${key.secret_key}`;
    const basic = `Basic ${Buffer.from(pair).toString('base64')}`;
    const url = `http://127.0.0.1:${port}/merchants/${number}`;
    await post(`${baseUrls[0]}/v1/postbacks/endpoints`, basic, { url, events: ['charge.*'] });
    credentials.push(pair);
  }
  await load.call('connect', { baseUrls, credentials, connections: connectionsPerGateway });
}

async function post(url, authorization, body) {
  const headers = { authorization, 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (response.status !== 201) throw new Error(`POST ${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()).data;
}

/** The phases of a run: each is over when all its postbacks have arrived. */
class Trial {
  chargeIds = [];

  constructor({ mode, system, receiver, load }) {
    this.mode = mode;
    this.receiver = receiver;
    this.load = load;
    this.metricsUrls = system.metricsUrls;
    this.components = { ...system.components, 'load + receiver': { pids: [load.pid, receiver.pid] } };
  }

  async phase(name, method, load) {
    if (name) note(this.mode, name);
    const [cpuBefore, countsBefore] = [cpuMs(this.components), await readDatabaseCounts(this.metricsUrls)];
    const outcome = await this.load.call(method, load);
    const { chargeIds } = outcome;
    this.chargeIds.push(...chargeIds);
    const arrived = await this.#untilDelivered(chargeIds);
    const [cpuAfter, countsAfter] = [cpuMs(this.components), await readDatabaseCounts(this.metricsUrls)];
    const { delaysMs, lastArrivalAt } = await this.receiver.call('takeDelays');
    return {
      name: arrived === chargeIds.length ? name : `${name} (${chargeIds.length - arrived} undelivered)`,
      accepted: chargeIds.length,
      refused: describeRefusals(outcome.statuses),
      perSecond: (chargeIds.length * 1000) / (lastArrivalAt - outcome.startedAt),
      acceptP50: percentile(outcome.latenciesMs, 0.5),
      acceptP99: percentile(outcome.latenciesMs, 0.99),
      postbackP50: percentile(delaysMs, 0.5),
      postbackP95: percentile(delaysMs, 0.95),
      postbackP99: percentile(delaysMs, 0.99),
      databasePerCharge: mapValues(countsAfter, (counts, schema) =>
        mapValues(counts, (value, kind) => (value - (countsBefore[schema]?.[kind] ?? 0)) / chargeIds.length),
      ),
      cpuPerCharge: mapValues(cpuAfter, (ms, component) => (ms - cpuBefore[component]) / chargeIds.length),
    };
  }

  async reads(name, kind) {
    note(this.mode, `reading: ${name}`);
    const cpuBefore = cpuMs(this.components);
    const { statuses, latenciesMs } = await this.load.call('readLoop', { kind, ...readLoad });
    const cpuAfter = cpuMs(this.components);
    const count = statuses[200] ?? 0;
    return {
      name,
      perSecond: count / readLoad.seconds,
      p50: percentile(latenciesMs, 0.5),
      p99: percentile(latenciesMs, 0.99),
      failed: sum(Object.values(statuses)) - count,
      cpuPerRead: mapValues(cpuAfter, (ms, component) => (ms - cpuBefore[component]) / count),
    };
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

const note = (mode, text) => console.log(`[${mode}] ${text}`);
