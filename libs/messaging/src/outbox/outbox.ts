import type { Database, Transaction } from '@centavo/persistence';
import { type Logger, newId } from '@centavo/runtime';
import type { AddressedMessage, Bus } from '../bus.js';
import { insertRow } from './outbox.sql.js';
import { OutboxPublisher } from './outbox-publisher.js';
import { OutboxRelay } from './outbox-relay.js';

const STOP_TIMEOUT_MS = 5_000;

/** What a transaction has to say once it is committed. */
export interface OutboxEntry {
  /** From {@link Outbox.newId}; also stored in the `outbox_id` of every aggregate that the messages are about. */
  readonly id: string;
  readonly messages: readonly AddressedMessage[];
  /** The `outbox_id`s that those aggregates had before: what has to be heard first. */
  readonly follows: readonly (string | null)[];
}

/**
 * Messages that leave with a transaction: written with it, published right after its commit by this process, or by {@link OutboxRelay}
 * when this process dies in between. A crash repeats messages but never skips one. Also the injection token.
 *
 * Order per aggregate. Transactions on one aggregate follow each other (its row is locked), so each sees in `outbox_id` which outbox row
 * came before. Rows of this process are published in the order of their commits. A row that follows another process's row, where
 * that one still exists (its process is slow or dead), first publishes everything up to that one itself. Positions grow along such a
 * chain, so this takes the predecessors of the predecessors too. What was published twice is sorted out by the inbox of whoever reads it.
 */
export class Outbox {
  readonly #publisher: OutboxPublisher;
  readonly #relay: OutboxRelay;

  /** @param onPublished told how long each row waited between its commit and the bus */
  constructor(database: Database, bus: Bus, logger: Logger, onPublished: (delayMs: number) => void = () => undefined) {
    this.#publisher = new OutboxPublisher(database, bus, logger, onPublished);
    this.#relay = new OutboxRelay(database, bus, this.#publisher, logger);
  }

  /** Starts to look for rows that a dead process left behind. */
  start(): void {
    this.#relay.start();
  }

  newId(): string {
    return newId();
  }

  /**
   * Writes the entry's row; call it after the aggregates were updated. Nothing is published when the transaction rolls back. An entry
   * without messages leaves no row.
   */
  async add(transaction: Transaction, { id, messages, follows }: OutboxEntry): Promise<void> {
    if (messages.length === 0) return;
    const foreign = follows.filter((other): other is string => other !== null && !this.#publisher.knows(other));
    const after = await insertRow(transaction, { id, messages }, foreign);
    transaction.afterCommit(() => this.#publisher.publish({ id, messages, after }));
  }

  /** Rows of this process that are committed and not yet published. */
  get pending(): number {
    return this.#publisher.pending;
  }

  /**
   * Resolves when at most so many of them are left, or `signal` is aborted: whoever has much to say waits here in between, so that it does
   * not pile up in memory while the bus is slow.
   */
  shrunkTo(rows: number, signal?: AbortSignal): Promise<void> {
    return this.#publisher.shrunkTo(rows, signal);
  }

  /** How long the oldest of them has waited. */
  get oldestPendingMs(): number {
    return this.#publisher.oldestPendingMs;
  }

  /**
   * Publishes what is committed; what is left after `timeoutMs` is the relay's.
   * @param timeoutMs default 5 s
   */
  async stop(timeoutMs = STOP_TIMEOUT_MS): Promise<void> {
    await this.#relay.stop();
    await this.#publisher.stop(timeoutMs);
  }
}
