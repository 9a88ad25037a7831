import { probeMachine } from '../machine.mjs';
import { checkWebhooks } from './check-webhooks.mjs';
import { fillDeliveries } from './history.mjs';
import { hostileCount, hostileReceivers } from './hostile.mjs';
import { isolation } from './isolation.mjs';
import { recovery } from './recovery.mjs';
import { atOnce, saturation } from './saturation.mjs';
import { steady } from './steady.mjs';
import { WebhooksTrial } from './trial.mjs';

/** Of as many merchants. */
const endpointCount = 100;
const warmUps = { rate: 500, seconds: 3 };
const burst = { count: 30_000, endpoints: 10 };
const missedCount = 10_000;
const liveRate = 200;
/** Longer than an endpoint hangs, and twice as long as an attempt waits. */
const leastHangSeconds = 40;
const leastHostileSeconds = 30;

/**
 * One run: arrivals at each rate, throughput, one endpoint that hangs, hostile receivers, a recovery, and the checks.
 * @param {{mode: string, plan: {rates: number[], seconds: number, histories: number[]}, dataDir: string, env: Record<string, string>}} options
 */
export function measureWebhooks({ mode, plan, dataDir, env }) {
  return WebhooksTrial.run({ mode, dataDir, env }, async (trial) => {
    const history = await makeHistory({ trial, plan, dataDir });
    const machine = await probeMachine({ dataDir });
    const endpoints = await trial.endpoints.create(endpointCount);
    return { history, machine, ...(await phases({ trial, plan, endpoints })) };
  });
}

async function phases({ trial, plan: { rates, seconds }, endpoints }) {
  await steady(trial, { ...warmUps, endpoints });
  await saturation(trial, { seconds: warmUps.seconds, endpoints });
  const arrivals = [];
  for (const rate of rates) arrivals.push(await steady(trial, { rate, seconds, endpoints }));
  const [hanging, late, ...hostile] = await trial.endpoints.create(2 + hostileCount);
  const [hangSeconds, hostileSeconds] = [leastHangSeconds, leastHostileSeconds].map((least) =>
    Math.max(seconds, least),
  );
  const figures = {
    arrivals,
    // Before what fills the memory by itself.
    hostile: await hostileReceivers(trial, { rate: liveRate, seconds: hostileSeconds, endpoints: hostile }),
    isolation: await isolation(trial, { rate: 2 * liveRate, seconds: hangSeconds, hanging, others: endpoints }),
    recovery: await recovery(trial, { missed: missedCount, rate: liveRate, seconds, late, others: endpoints }),
    throughput: [
      await saturation(trial, { seconds, endpoints }),
      await atOnce(trial, { count: burst.count, endpoints: endpoints.slice(0, burst.endpoints) }),
    ],
  };
  trial.note('checking');
  const all = [...endpoints, hanging, late, ...hostile];
  return { ...figures, checks: await checkWebhooks(trial, { all, well: endpoints }) };
}

async function makeHistory({ trial, plan: { histories }, dataDir }) {
  const [count = 0] = histories;
  if (count === 0) return null;
  trial.note(`filling the tables with ${count.toLocaleString('en')} deliveries`);
  return fillDeliveries({ dataDir, count });
}
