import { checkRun } from '../checks.mjs';
import { probeMachine } from '../machine.mjs';
import { modes } from '../modes.mjs';
import { MemoryWatch } from '../overload/memory-watch.mjs';
import { chargingMerchants, note, Trial } from '../trial.mjs';

const minuteMs = 60_000;

/**
 * One run: start, one rate for long, the checks.
 * @param {{mode: string, plan: {rates: number[], seconds: number, scale: object}, dataDir: string, env: Record<string, string>}} options
 * the first of the `rates` counts
 */
export async function measureEndurance({ mode, plan: { rates, seconds, scale }, dataDir, env }) {
  const [rate] = rates;
  const system = await modes[mode]({ dataDir, env, scale });
  try {
    const machine = await probeMachine({ dataDir });
    const trial = await Trial.start({ mode, system });
    const memory = new MemoryWatch(system.components);
    try {
      await trial.makeMerchants(chargingMerchants);
      note(mode, 'warming up');
      await trial.phase('', 'closedLoop', { clients: 16, seconds: 3 });
      const phase = await trial.phase(`${rate}/s for ${seconds} s`, 'openLoop', { rate, seconds });
      const memoryIn = (minute) =>
        memory.peak(phase.startedAt + minute * minuteMs, phase.startedAt + (minute + 1) * minuteMs);
      const minutes = phase.minutes.map((figures, minute) => ({ ...figures, memoryMb: memoryIn(minute) }));
      note(mode, 'checking');
      const checks = await checkRun({ dataDir, password: env.DATABASE_PASSWORD, trial });
      return { machine, phase, minutes, checks };
    } finally {
      memory.stop();
      trial.stop();
    }
  } finally {
    await system.stop();
  }
}
