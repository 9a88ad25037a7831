import type { Database } from '@centavo/persistence';
import type { Logger } from '@centavo/runtime';
import type { Bus } from '../bus.js';
import { PeriodicWork } from '../periodic-work.js';
import { deleteRows, lockRelay, rowsOlderThan } from './outbox.sql.js';
import type { OutboxPublisher } from './outbox-publisher.js';

const INTERVAL_MS = 1_000;
/** Older than this, a row's process is dead or in trouble: a living one publishes within milliseconds. */
const MIN_AGE_MS = 2_000;
const ROWS_AT_ONCE = 100;

/**
 * Publishes the rows of processes that died between commit and publish. One relay of a schema works at a time. While this process's own
 * rows are held up, the bus is in trouble and nothing may overtake them: then it waits.
 */
export class OutboxRelay {
  readonly #database: Database;
  readonly #bus: Bus;
  readonly #publisher: OutboxPublisher;
  readonly #work: PeriodicWork;

  constructor(database: Database, bus: Bus, publisher: OutboxPublisher, logger: Logger) {
    this.#database = database;
    this.#bus = bus;
    this.#publisher = publisher;
    this.#work = new PeriodicWork({ name: 'outbox relay', intervalMs: INTERVAL_MS, work: () => this.#relay(), logger });
  }

  start(): void {
    this.#work.start();
  }

  async stop(): Promise<void> {
    await this.#work.stop();
  }

  async #relay(): Promise<void> {
    while (!this.#publisher.isHeldUp && (await this.#relaySome()) === ROWS_AT_ONCE);
  }

  /** @returns how many rows were published */
  #relaySome(): Promise<number> {
    return this.#database.transaction(async (transaction) => {
      if (!(await lockRelay(transaction))) return 0;
      const rows = await rowsOlderThan(transaction, MIN_AGE_MS, this.#publisher.own, ROWS_AT_ONCE);
      if (rows.length === 0 || this.#publisher.isHeldUp) return 0;
      await this.#bus.publish(rows.flatMap(({ messages }) => messages));
      await deleteRows(
        transaction,
        rows.map(({ id }) => id),
      );
      return rows.length;
    });
  }
}
