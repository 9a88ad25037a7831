import { checkRun } from '../checks.mjs';
import { probeMachine } from '../machine.mjs';
import { modes } from '../modes.mjs';
import { note, Trial } from '../trial.mjs';
import { fillHistory } from './fill-history.mjs';

/** Whose charges the history is copied from, and who has the history: the first of the rest half of it. */
const merchantCount = 1 + 200;
const pageSize = 20;
/** Many reads are one merchant's. */
const beyondLimits = 1_000_000;
/** A day about nine months ago. */
const someDayMs = 270 * 86_400_000;

/**
 * One run with a history: start, fill, a look at the machine, load at each rate and at saturation, reads of the history, and the checks.
 * @param {{mode: string, plan: {rates: number[], seconds: number, closedClients: number, scale: object}, history: number,
 *   dataDir: string, env: Record<string, string>}} options
 */
export async function measureWithHistory({ mode, plan, history, dataDir, env: ownEnv }) {
  const env = { ...ownEnv, RATE_LIMIT_PER_SECOND: String(beyondLimits) };
  const system = await modes[mode]({ dataDir, env, scale: plan.scale });
  try {
    const trial = await Trial.start({ mode, system });
    try {
      return await withHistory({ mode, plan, history, dataDir, env, system, trial });
    } finally {
      trial.stop();
    }
  } finally {
    await system.stop();
  }
}

async function withHistory({ mode, plan, history, dataDir, env, system, trial }) {
  const merchants = await trial.makeMerchants(merchantCount);
  // The first of them ask for charges: the one with half of the history too.
  const [owners, merchant] = [merchants.slice(0, -1), merchants.at(-1)];
  note(mode, `filling in ${history.toLocaleString('en')} charges`);
  const filled = await fillHistory({ system, dataDir, count: history, merchant, owners });
  note(mode, `filled in ${filled.seconds.toFixed(0)} s, ${(filled.databaseBytes / 1e6).toFixed(0)} MB`);
  await trial.receiver.call('forget');
  const machine = await probeMachine({ dataDir });
  const phases = await trial.phases(plan);
  const reads = [];
  for (const { name, requests } of readsOf(history, filled.samples)) reads.push(await trial.reads(name, { requests }));
  note(mode, 'checking');
  const checks = await checkRun({ dataDir, password: env.DATABASE_PASSWORD, trial, history });
  return { history, databaseBytes: filled.databaseBytes, machine, phases, reads, checks };
}

/** Lists are the biggest merchant's. */
function readsOf(history, samples) {
  const list = (query) => [{ path: `/v1/charges?perPage=${pageSize}${query}`, turn: 0 }];
  const day = new Date(Date.now() - someDayMs).toISOString().slice(0, 10);
  const middle = Math.ceil(history / 2 / pageSize / 2);
  return [
    { name: 'One, at random', requests: samples.map(({ id, owner }) => ({ path: `/v1/charges/${id}`, turn: owner })) },
    { name: 'First page', requests: list('') },
    { name: 'First page of one status', requests: list('&status=captured') },
    { name: 'First page of a day nine months ago', requests: list(`&created_from=${day}&created_to=${day}`) },
    { name: 'Page 100', requests: list('&page=100') },
    { name: 'The page in the middle', requests: list(`&page=${middle}`) },
  ];
}
