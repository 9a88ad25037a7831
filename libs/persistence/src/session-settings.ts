import type { PoolConfig } from 'pg';
import { PG_TYPES } from './pg-types.js';

export const CONNECT_TIMEOUT_MS = 5_000;
const TIMEOUTS = {
  statement_timeout: 30_000,
  /** A transaction that was left open would hold its locks for ever. */
  idle_in_transaction_session_timeout: 60_000,
};
const IDLE_CONNECTION_MS = 60_000;

/** A generic plan that was made on an empty table keeps its sequential scans when the table is full. */
const PLANS = { plan_cache_mode: 'force_custom_plan' };
export const CUSTOM_PLANS = startupOptions(PLANS);

/** What all connections to a schema have in common. */
export const sessionSettings = (schema: string) =>
  ({
    types: PG_TYPES,
    ...TIMEOUTS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    options: startupOptions({ search_path: schema }),
  }) satisfies PoolConfig;

/** The same for every session of a role, whoever opens it: behind a pooler what a connection asks for when it starts is not heard. */
export const roleSettings = (schema: string): Readonly<Record<string, string | number>> => ({
  ...TIMEOUTS,
  ...PLANS,
  search_path: schema,
});

/** Settings as a connection asks for them when it starts. */
export function startupOptions(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}
