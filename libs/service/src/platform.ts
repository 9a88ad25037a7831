import type { Bus } from '@centavo/messaging';
import type { Database, Reads } from '@centavo/persistence';
import type { Clock, Logger, Metrics, Settings, Tracing } from '@centavo/runtime';

/** What every app of the platform stands on. Who made it closes it. */
export interface Platform {
  readonly settings: Settings;
  readonly bus: Bus;
  /** The app's own view: its role, its schema. */
  readonly database: Database;
  /** Of the gateway: where it reads what may be a moment old. Undefined: the same. */
  readonly reads?: Reads | undefined;
  /** Of the service that holds the card vault: a second view, of nothing but the vault. */
  readonly vaultDatabase?: Database | undefined;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly metrics: Metrics;
  /** Undefined when nothing is traced. */
  readonly tracing?: Tracing | undefined;
}

/** An app that runs. */
export interface RunningApp {
  /** Takes nothing new, finishes what was started. Bus and database stay open. */
  stop(): Promise<void>;
}
