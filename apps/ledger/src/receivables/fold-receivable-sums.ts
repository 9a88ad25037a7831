import { PeriodicWork } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Logger } from '@centavo/runtime';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { foldReceivableSums } from './receivable-sums.sql.js';

/** A list's total adds up the changes since the last round: at a thousand captures a second a few thousand of the busiest merchant. */
const INTERVAL_MS = 2_000;

/** Keeps the sums of receivables short to add up. They are exact at any time, folded or not. */
@Injectable()
export class FoldReceivableSums implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #rounds: PeriodicWork;

  constructor(database: Database, logger: Logger) {
    this.#rounds = new PeriodicWork({
      name: 'folding of receivable sums',
      intervalMs: INTERVAL_MS,
      work: async () => void (await database.transaction(foldReceivableSums)),
      logger,
    });
  }

  onApplicationBootstrap(): void {
    this.#rounds.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#rounds.stop();
  }
}
