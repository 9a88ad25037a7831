import type { Database } from '@centavo/persistence';
import type { Logger } from '@centavo/runtime';
import { purgeIdempotencyKeys } from './idempotency/idempotency.js';
import { purgeInbox } from './inbox/inbox.js';
import { PeriodicWork } from './periodic-work.js';

const INTERVAL_MS = 600_000;

/** Forgets what the inbox and the idempotency keys need not know any more. Harmless when several instances do it. */
export function busHousekeeping(database: Database, logger: Logger): PeriodicWork {
  return new PeriodicWork({
    name: 'bus housekeeping',
    intervalMs: INTERVAL_MS,
    logger,
    work: async () => {
      await purgeInbox(database);
      await purgeIdempotencyKeys(database);
    },
  });
}
