import { PeriodicWork } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Clock, Logger } from '@centavo/runtime';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { eraseExpiredSecrets } from './secrets.sql.js';

const INTERVAL_MS = 3_600_000;

/** A secret that signs nothing any more is of use to nobody but a thief. Harmless when several instances do it. */
@Injectable()
export class EraseExpiredSecrets implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #rounds: PeriodicWork;

  constructor(database: Database, clock: Clock, logger: Logger) {
    const work = async (): Promise<void> => void (await eraseExpiredSecrets(database, clock.now()));
    this.#rounds = new PeriodicWork({ name: 'erasure of postback secrets', intervalMs: INTERVAL_MS, work, logger });
  }

  onApplicationBootstrap(): void {
    this.#rounds.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#rounds.stop();
  }
}
