import { Outbox, PeriodicWork } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Clock, Logger, untilFewer } from '@centavo/runtime';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { movesEntry } from './document-event.js';
import { expireDocuments } from './documents.sql.js';

/** How long after its time a document may still count. */
const INTERVAL_MS = 2_000;
/** One transaction, and one row of the outbox. */
const MAX_EXPIRED = 200;

/**
 * Ends documents whose validity has passed. The rows themselves are the timers, so that a restart forgets none, and however many instances
 * run, each document expires once.
 */
@Injectable()
export class ExpireDocuments implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #rounds: PeriodicWork;

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    logger: Logger,
  ) {
    this.#rounds = new PeriodicWork({
      name: 'expiry of documents',
      intervalMs: INTERVAL_MS,
      work: async () => void (await this.execute()),
      logger,
    });
  }

  onApplicationBootstrap(): void {
    this.#rounds.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#rounds.stop();
  }

  /** Expires all whose time has passed. @returns how many this instance did */
  execute(): Promise<number> {
    return untilFewer(MAX_EXPIRED, () => this.#expireSome());
  }

  #expireSome(): Promise<number> {
    return this.database.transaction(async (transaction) => {
      const stamp = { outboxId: this.outbox.newId(), now: this.clock.now() };
      const expired = await expireDocuments(transaction, stamp, MAX_EXPIRED);
      await this.outbox.add(transaction, movesEntry(stamp.outboxId, expired, {}));
      return expired.length;
    });
  }
}
