import { PeriodicWork } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Logger } from '@centavo/runtime';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { foldDeliveryCounts } from './delivery-counts.sql.js';

/** A list's total adds up the changes since the last round: a few for each batch of outcomes. */
const INTERVAL_MS = 2_000;

/** Keeps the counts of deliveries short to add up. They are exact at any time, folded or not. */
@Injectable()
export class FoldDeliveryCounts implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #rounds: PeriodicWork;

  constructor(database: Database, logger: Logger) {
    this.#rounds = new PeriodicWork({
      name: 'folding of delivery counts',
      intervalMs: INTERVAL_MS,
      work: async () => void (await database.transaction(foldDeliveryCounts)),
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
