import { PeriodicWork } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Logger } from '@centavo/runtime';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { claimCheck, finishCheck, renewLease } from './ledger-checks.sql.js';
import { verifyLedger } from './verify-ledger.js';

/** How long an order may wait for whoever carries it out. */
const INTERVAL_MS = 1_000;
/** When a worker has died, another goes on after this time. */
const LEASE_MS = 30_000;
const RENEWAL_MS = 10_000;
/** One that has failed for so long fails always. */
const GIVEN_UP_AFTER_MS = 3_600_000;

/** Carries out the checks that operators order, one at a time. The rows are the orders: a restart forgets none. */
@Injectable()
export class RunChecks implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #rounds: PeriodicWork;
  readonly #stopping = new AbortController();

  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
  ) {
    this.#rounds = new PeriodicWork({
      name: 'ledger checks',
      intervalMs: INTERVAL_MS,
      work: async () => void (await this.execute()),
      logger,
    });
  }

  onApplicationBootstrap(): void {
    this.#rounds.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    this.#stopping.abort();
    return this.#rounds.stop();
  }

  /** Carries out the oldest open order. @returns whether there was one */
  async execute(): Promise<boolean> {
    const id = await claimCheck(this.database, LEASE_MS, GIVEN_UP_AFTER_MS);
    if (!id) return false;
    const renewal = new PeriodicWork({
      name: 'lease of a ledger check',
      intervalMs: RENEWAL_MS,
      work: () => renewLease(this.database, id, LEASE_MS),
      logger: this.logger,
    });
    renewal.start();
    try {
      await this.#carryOut(id);
    } finally {
      await renewal.stop();
      // Of one that is finished nothing is changed; one that is not is another instance's at once.
      await renewLease(this.database, id, this.#stopping.signal.aborted ? 0 : LEASE_MS);
    }
    return true;
  }

  async #carryOut(id: string): Promise<void> {
    const startedAtMs = performance.now();
    const report = await verifyLedger(this.database, this.#stopping.signal);
    await finishCheck(this.database, id, report);
    this.logger.info('ledger checked', {
      status: report.ok ? 'ok' : 'violated',
      rows: report.entries,
      count: report.violations.length,
      durationMs: performance.now() - startedAtMs,
    });
  }
}
