import { setTimeout as sleep } from 'node:timers/promises';
import { checkRun } from '../checks.mjs';
import { probeMachine } from '../machine.mjs';
import { modes } from '../modes.mjs';
import { chargingMerchants, note, Trial } from '../trial.mjs';
import { mapValues, percentile, sum } from '../usage.mjs';
import { MemoryWatch } from './memory-watch.mjs';

const factor = 10;
/** Each request has a connection of its own: none waits for one before it can be refused. */
const connections = 1500;
const saturationSeconds = 8;
/** What is asked for before and after, as a share of what saturates. */
const calmShare = 0.25;
const calmSeconds = 5;
const recoverySeconds = 15;
const recoveredWithinSeconds = 10;
/** Calm again: nothing is refused, and answers take no longer than this many times of before, or than people notice. */
const slowerBy = 2;
const unnoticedMs = 250;
const allowedGrowth = 1.25;
const refusals = ['429', '503'];

/**
 * One run: start, saturation, calm, ten times of what saturates, calm again at once, and the checks.
 * @param {{mode: string, plan: {seconds: number, closedClients: number, scale: object}, dataDir: string, env: Record<string, string>}} options
 */
export async function measureOverload({ mode, plan, dataDir, env }) {
  const system = await modes[mode]({ dataDir, env, scale: plan.scale });
  try {
    const machine = await probeMachine({ dataDir });
    const trial = await Trial.start({ mode, system });
    const memory = new MemoryWatch(system.components);
    try {
      await trial.makeMerchants(chargingMerchants, connections);
      const run = await underOverload({ mode, plan, trial, memory });
      note(mode, 'checking');
      const checks = await checkRun({ dataDir, password: env.DATABASE_PASSWORD, trial });
      return { machine, ...run, checks: { ...checksOf(run), ...checks } };
    } finally {
      memory.stop();
      trial.stop();
    }
  } finally {
    await system.stop();
  }
}

async function underOverload({ mode, plan, trial, memory }) {
  note(mode, 'warming up');
  await trial.phase('', 'closedLoop', { clients: 16, seconds: 3 });
  const saturation = await trial.phase('saturation', 'closedLoop', {
    clients: plan.closedClients,
    seconds: saturationSeconds,
  });
  const calmRate = Math.ceil(saturation.perSecond * calmShare);
  const calmFrom = Date.now();
  const calm = await trial.phase('calm', 'openLoop', { rate: calmRate, seconds: calmSeconds });
  const rate = Math.round(saturation.perSecond * factor);
  note(mode, `${rate}/s for ${plan.seconds} s`);
  const from = Date.now();
  const offering = trial.load.call('overload', { rate, seconds: plan.seconds, mostUnanswered: connections });
  await Promise.race([offering, sleep(plan.seconds * 1000)]);
  const offeredUntil = Date.now();
  // At once, while what was let in is still being answered.
  const recovery = await recover({ mode, trial, calmRate, since: offeredUntil, calm });
  const load = await offering;
  trial.chargeIds.push(...load.chargeIds);
  const middle = (from + offeredUntil) / 2;
  const memoryMb = {
    before: memory.peak(calmFrom, from),
    firstHalf: memory.peak(from, middle),
    secondHalf: memory.peak(middle, offeredUntil),
    afterwards: memory.peak(Date.now() - 2_000, Date.now()),
  };
  const afterwards = await trial.phase('afterwards', 'openLoop', { rate: calmRate, seconds: calmSeconds });
  return { saturation, calm, rate, offered: describeOffer(load), recovery, memoryMb, afterwards };
}

/** Calm load, second by second, from the moment at which the overload ends: what was let in then is still being worked on. */
async function recover({ mode, trial, calmRate, since, calm }) {
  note(mode, 'calm again');
  const limitMs = Math.max(calm.acceptP99 * slowerBy, unnoticedMs);
  let lastRoughAt = since;
  const until = since + recoverySeconds * 1000;
  while (Date.now() < until) {
    const { statuses, latenciesMs, chargeIds } = await trial.load.call('openLoop', { rate: calmRate, seconds: 1 });
    trial.chargeIds.push(...chargeIds);
    const isCalm =
      Object.keys(statuses).every((status) => status === '201') && percentile(latenciesMs, 0.99) <= limitMs;
    if (!isCalm) lastRoughAt = Date.now();
  }
  return { seconds: (lastRoughAt - since) / 1000, limitMs };
}

function describeOffer({ statuses, latenciesByStatus, held, sent, tookMs }) {
  return {
    perSecond: (sent * 1000) / tookMs,
    sent,
    held,
    acceptedPerSecond: ((statuses['201'] ?? 0) * 1000) / tookMs,
    answers: mapValues(statuses, (count, status) => ({
      count,
      p50: percentile(latenciesByStatus[status] ?? [], 0.5),
      p99: percentile(latenciesByStatus[status] ?? [], 0.99),
    })),
  };
}

function checksOf({ offered, recovery, memoryMb }) {
  const others = Object.entries(offered.answers).filter(([status]) => !['201', ...refusals].includes(status));
  const growth = memoryMb.secondHalf / memoryMb.firstHalf;
  return {
    'What is not accepted is refused with 429 or 503': others.length === 0 ? 'yes' : `${sumOf(others)} are not`,
    'Memory does not grow in the second half':
      growth <= allowedGrowth ? 'yes' : `by ${((growth - 1) * 100).toFixed(0)} %`,
    [`Calm again within ${recoveredWithinSeconds} s`]:
      recovery.seconds <= recoveredWithinSeconds ? 'yes' : `after ${recovery.seconds.toFixed(1)} s`,
  };
}

const sumOf = (answers) => sum(answers.map(([, { count }]) => count));
