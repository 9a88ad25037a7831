import { setTimeout as sleep } from 'node:timers/promises';
import { readStorage, storagePerThing } from './capacity/storage.mjs';
import { checkRun } from './checks.mjs';
import { probeMachine } from './machine.mjs';
import { modes } from './modes.mjs';
import { chargingMerchants, note, Trial } from './trial.mjs';
import { cpuMs, memoryMb, sum } from './usage.mjs';

const idleSeconds = 10;
const readKinds = {
  one: '`GET /v1/charges/{id}`',
  list: '`GET /v1/charges`, 20 of them',
  filtered: '`GET /v1/charges` by status and method',
};

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
  try {
    note(mode, `resting for ${idleSeconds} s`);
    const idle = await rest(system);
    note(mode, 'probing the machine');
    const machine = await probeMachine({ dataDir });
    const load = await underLoad({ mode, plan, dataDir, env, system });
    return { startMs, machine, idle, ...load };
  } finally {
    await system.stop();
  }
}

async function underLoad({ mode, plan, dataDir, env, system }) {
  const trial = await Trial.start({ mode, system });
  try {
    await trial.makeMerchants(chargingMerchants);
    const storageBefore = await readStorage(dataDir);
    const phases = await trial.phases(plan);
    const storage = storagePerThing(storageBefore, await readStorage(dataDir), trial.chargeIds.length);
    const reads = [];
    for (const [kind, name] of Object.entries(readKinds)) reads.push(await trial.reads(name, { kind }));
    const tokenization = await trial.tokenizations();
    phases.push(await trial.chargesFromVault(plan.closedClients));
    note(mode, 'checking');
    const checks = await checkRun({ dataDir, password: env.DATABASE_PASSWORD, trial });
    return { phases, storage, reads, tokenization, checks };
  } finally {
    trial.stop();
  }
}

async function rest({ components }) {
  await sleep(2_000);
  const before = sum(Object.values(cpuMs(components)));
  await sleep(idleSeconds * 1000);
  const usedMs = sum(Object.values(cpuMs(components))) - before;
  return { memory: memoryMb(components), cpuPercent: usedMs / (idleSeconds * 10) };
}
