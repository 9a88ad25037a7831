import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@centavo/persistence';
import { type Logger, outsideLogContext, PacedBatcher } from '@centavo/runtime';
import type { Bus } from '../bus.js';
import { backoffMs, DEFAULT_RETRY_POLICY, type RetryPolicy } from '../consume/retry-policy.js';
import { deleteRows, type OutboxRow, rowsUpTo } from './outbox.sql.js';

/** A committed row that this process has to publish. */
export interface CommittedRow extends OutboxRow {
  /** Position up to which other processes' rows have to be heard first. */
  readonly after: bigint | null;
}

interface Pending extends CommittedRow {
  readonly since: number;
}

/** Somebody who waits until few rows are left. */
interface Patient {
  readonly rows: number;
  readonly goOn: () => void;
}

/** An idle outbox deletes at once; a busy one this often, many rows together. */
const DELETE_INTERVAL_MS = 200;
const MAX_DELETED_AT_ONCE = 1_000;
const FOREIGN_ROWS_AT_ONCE = 100;
/** Ids remembered as this process's own; for an older predecessor the table is asked. */
const MAX_RECENT_IDS = 10_000;
/** Without end: a committed row has to be heard. */
const RETRY_POLICY: RetryPolicy = { ...DEFAULT_RETRY_POLICY, maxAttempts: Infinity, longestDelayMs: 2_000 };

/**
 * Publishes committed rows in the order of their commits and has them deleted. Rows are handed to the bus without waiting for the one
 * before; the bus keeps the order of calls. When it fails, those that failed are tried again, in order, before anything newer.
 */
export class OutboxPublisher {
  readonly #database: Database;
  readonly #bus: Bus;
  readonly #logger: Logger;
  readonly #deletions: PacedBatcher<string>;
  readonly #recent = new Set<string>();
  readonly #undeleted = new Set<string>();
  #waiting: Pending[] = [];
  /** In the order in which they were handed to the bus; the failed ones stay until all have come back. */
  readonly #handed = new Set<Pending>();
  readonly #patients = new Set<Patient>();
  #inFlight = 0;
  #failures = 0;
  #heldUp = false;
  #pumping = false;
  #retryTimer: NodeJS.Timeout | undefined;
  #stopped = false;

  /** @param onPublished told how long each row waited between its commit and the bus */
  constructor(
    database: Database,
    bus: Bus,
    logger: Logger,
    private readonly onPublished: (delayMs: number) => void,
  ) {
    this.#database = database;
    this.#bus = bus;
    this.#logger = logger;
    this.#deletions = new PacedBatcher<string>({
      maxSize: MAX_DELETED_AT_ONCE,
      lingerMs: DELETE_INTERVAL_MS,
      busyBatchSize: 1,
      flush: (ids) => this.#delete(ids),
    });
  }

  /** Whether the row is one of this process's recent ones: then it goes to the bus before any that is given to `publish` from now on. */
  knows(id: string): boolean {
    return this.#recent.has(id);
  }

  publish(row: CommittedRow): void {
    this.#undeleted.add(row.id);
    this.#recent.add(row.id);
    if (this.#recent.size > MAX_RECENT_IDS) this.#recent.delete(this.#recent.values().next().value as string);
    this.#waiting.push({ ...row, since: performance.now() });
    void outsideLogContext(() => this.#pump());
  }

  /** Rows that are not on the bus yet. */
  get pending(): number {
    return this.#waiting.length + this.#handed.size;
  }

  /** Resolves when at most so many rows are not on the bus, or `signal` is aborted. */
  async shrunkTo(rows: number, signal?: AbortSignal): Promise<void> {
    if (this.pending <= rows || signal?.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const patient = { rows, goOn: () => resolve() };
    this.#patients.add(patient);
    signal?.addEventListener('abort', patient.goOn);
    await promise;
    signal?.removeEventListener('abort', patient.goOn);
    this.#patients.delete(patient);
  }

  get oldestPendingMs(): number {
    const [oldest = this.#waiting[0]] = this.#handed;
    return oldest ? performance.now() - oldest.since : 0;
  }

  /** Whether rows wait that the bus has not been given: nothing may overtake them. */
  get isHeldUp(): boolean {
    return this.#heldUp || this.#waiting.length > 0;
  }

  /** Rows that this process has published or will. */
  get own(): readonly string[] {
    return [...this.#undeleted];
  }

  /** Waits until all is published, at most so long. */
  async stop(timeoutMs: number): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    while (this.pending > 0 && performance.now() < deadline) await sleep(5);
    this.#stopped = true;
    clearTimeout(this.#retryTimer);
    await this.#deletions.drained();
  }

  async #pump(): Promise<void> {
    if (this.#pumping || this.#heldUp) return;
    this.#pumping = true;
    for (let row = this.#waiting[0]; row && !this.#heldUp && !this.#stopped; row = this.#waiting[0]) {
      if (row.after !== null && !(await this.#publishForeignRows(row.after))) break;
      this.#waiting.shift();
      this.#hand(row);
    }
    this.#pumping = false;
    this.#retryWhenAllAreBack();
  }

  #hand(row: Pending): void {
    this.#inFlight += 1;
    this.#handed.add(row);
    const comeBack = (): void => {
      this.#inFlight -= 1;
      this.#retryWhenAllAreBack();
    };
    this.#bus.publish(row.messages).then(
      () => {
        this.#failures = 0;
        this.#handed.delete(row);
        this.#wakePatients();
        this.onPublished(performance.now() - row.since);
        void this.#deletions.add(row.id);
        comeBack();
      },
      (error: unknown) => {
        this.#holdUp(error);
        comeBack();
      },
    );
  }

  #wakePatients(): void {
    for (const { rows, goOn } of this.#patients) if (this.pending <= rows) goOn();
  }

  /** @returns false when it failed, or a row of this process's own did meanwhile */
  async #publishForeignRows(position: bigint): Promise<boolean> {
    try {
      for (;;) {
        const rows = await rowsUpTo(this.#database, position, this.own, FOREIGN_ROWS_AT_ONCE);
        // Whatever comes now is newer than a row that has failed meanwhile.
        if (this.#heldUp) return false;
        if (rows.length === 0) return true;
        await this.#bus.publish(rows.flatMap(({ messages }) => messages));
        await deleteRows(
          this.#database,
          rows.map(({ id }) => id),
        );
      }
    } catch (error) {
      this.#holdUp(error);
      return false;
    }
  }

  #holdUp(error: unknown): void {
    if (!this.#heldUp) this.#logger.warn('outbox is held up', { rows: this.pending, error });
    this.#heldUp = true;
  }

  #retryWhenAllAreBack(): void {
    if (!this.#heldUp || this.#inFlight > 0 || this.#pumping || this.#retryTimer || this.#stopped) return;
    this.#waiting = [...this.#handed, ...this.#waiting];
    this.#handed.clear();
    this.#failures += 1;
    this.#retryTimer = setTimeout(
      () => {
        this.#retryTimer = undefined;
        this.#heldUp = false;
        void this.#pump();
      },
      backoffMs(this.#failures, RETRY_POLICY),
    );
  }

  async #delete(ids: readonly string[]): Promise<void> {
    try {
      await deleteRows(this.#database, ids);
      for (const id of ids) this.#undeleted.delete(id);
    } catch (error) {
      this.#logger.warn('published outbox rows could not be deleted', { rows: ids.length, error });
      if (!this.#stopped) for (const id of ids) void this.#deletions.add(id);
    }
  }
}
