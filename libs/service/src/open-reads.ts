import { ReplicaReads, type Database } from '@centavo/persistence';
import type { Clock, Logger, Metrics, Settings } from '@centavo/runtime';

/** What reads need to know. */
export interface OpenReadsOptions {
  readonly settings: Settings;
  /** The primary. */
  readonly database: Database;
  /** Of the role, which the replica has from the primary. */
  readonly password: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly clock: Clock;
}

/** The replica that the settings name, which need not answer yet; undefined when they name none. */
export function openReads({ settings, database, ...options }: OpenReadsOptions): ReplicaReads | undefined {
  const { databaseReadUrl: url, databaseReadMaxLagMs: maxLagMs, databasePoolSize: poolSize } = settings;
  if (url === undefined) return undefined;
  const { schema: role } = database;
  return new ReplicaReads({
    ...options,
    primary: database,
    url,
    role,
    poolSize,
    maxLagMs,
    writeTimeoutMs: settings.replyTimeoutMs,
  });
}
