import type { StackService } from '../../scripts/lib/stack.mjs';

/** What a run does, and how often. */
export interface ChaosPlan {
  readonly merchants: number;
  /** Of each merchant, beside one that sends duplicates. */
  readonly clients: number;
  /** Of every service. */
  readonly instances: number;
  /** `kill -9` of each service. */
  readonly kills: number;
  /** SIGSTOP, and SIGCONT some time later, of each service. */
  readonly pauses: number;
  readonly longestPauseMs: number;
  readonly postgresCrashes: number;
  readonly kafkaKills: number;
  /** About how long the faults go on. */
  readonly faultSeconds: number;
  /** Idempotency keys that are sent 20 times at once. */
  readonly duplicateKeys: number;
  /** How often every service is scaled up, restarted one instance after the other, and scaled down. */
  readonly rollings: number;
}

export const SERVICES: readonly StackService[] = ['gateway', 'payments', 'ledger', 'onboarding', 'webhooks'];

/** What CI runs. */
export const SHORT: ChaosPlan = {
  merchants: 3,
  clients: 4,
  instances: 2,
  kills: 4,
  pauses: 1,
  longestPauseMs: 8_000,
  postgresCrashes: 2,
  kafkaKills: 2,
  faultSeconds: 40,
  duplicateKeys: 30,
  rollings: 1,
};

/** The counts that the project holds itself to. */
export const LONG: ChaosPlan = {
  merchants: 4,
  clients: 5,
  instances: 2,
  kills: 200,
  pauses: 20,
  longestPauseMs: 40_000,
  postgresCrashes: 50,
  kafkaKills: 50,
  faultSeconds: 1_200,
  duplicateKeys: 1_000,
  rollings: 5,
};
