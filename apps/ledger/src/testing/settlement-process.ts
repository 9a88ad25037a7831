import { startTestProcess, type TestDatabase } from '@centavo/testing';
import type { SettlementLimits } from '../settlement/settlement-limits.js';

/** An event that an instance published. */
export interface ToldEvent {
  readonly id: string;
  readonly type: string;
  readonly receivableId: string;
}

export interface SettlementProcessOptions {
  readonly now: string;
  readonly limits: SettlementLimits;
  /** How many statements, commits and the like it gets to before it is killed. */
  readonly dieAfter: number;
}

/**
 * An instance of the ledger in a process of its own that settles what is due, and dies over it.
 * @returns what it told until then
 */
export async function settleUntilDeath(
  { adminUrl: url, password }: TestDatabase,
  options: SettlementProcessOptions,
): Promise<readonly ToldEvent[]> {
  const file = new URL('settlement-process.main.ts', import.meta.url);
  const victim = startTestProcess(file, { ...options, url, password });
  const signal = await victim.ended;
  if (signal !== 'SIGKILL') throw new Error(`The instance ended by itself before step ${options.dieAfter}.`);
  return victim.messages as readonly ToldEvent[];
}
