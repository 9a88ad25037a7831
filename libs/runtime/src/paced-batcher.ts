import { outsideLogContext } from './logging/log-context.js';

/** What {@link PacedBatcher} needs to know. */
export interface PacedBatcherOptions<Item, Result> {
  /** Handles a batch; results, where items have any, in the order of the items. It is never called twice at once. */
  readonly flush: (items: readonly Item[]) => Promise<[Result] extends [void] ? void : readonly Result[]>;
  /** Largest batch. */
  readonly maxSize: number;
  /** Time between the starts of two flushes under load; the first after a pause and a full batch start at once. */
  readonly lingerMs: number;
  /** A batch of so many items is worth the full linger; smaller ones shorten it in proportion. 1: always the full linger. */
  readonly busyBatchSize?: number | undefined;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** By then a round trip is shared by enough. */
export const BUSY_BATCH_SIZE = 12;

/**
 * Gathers items that arrive close together and hands them on as one batch. Cost in this system follows wake-ups and round
 * trips, not items; so while one flush runs the next batch gathers, and under load flushes start at most every `lingerMs`.
 * The pause follows the load: where batches stay small there is nothing to gain by waiting, and an idle batcher adds no delay.
 */
export class PacedBatcher<Item, Result = void> {
  #waiting: Waiting<Item, Result>[] = [];
  #flushing = false;
  #inFlight = 0;
  #timer: NodeJS.Timeout | undefined;
  #lastStart = -Infinity;
  #lastSize = 0;
  #idle: (() => void)[] = [];

  constructor(private readonly options: PacedBatcherOptions<Item, Result>) {}

  /** Items that wait or are being flushed. */
  get size(): number {
    return this.#inFlight + this.#waiting.length;
  }

  /** Resolves with the item's own result; rejects when its flush rejected. */
  add(item: Item): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#schedule();
    });
  }

  /** Resolves when nothing waits or runs any more. */
  async drained(): Promise<void> {
    if (this.size === 0) return;
    await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  #schedule(): void {
    if (this.#flushing || this.#waiting.length === 0) return;
    const isFull = this.#waiting.length >= this.options.maxSize;
    if (this.#timer && !isFull) return;
    const { lingerMs, busyBatchSize = BUSY_BATCH_SIZE } = this.options;
    const pauseMs = this.#lastStart + lingerMs * Math.min(1, this.#lastSize / busyBatchSize) - performance.now();
    if (pauseMs <= 0 || isFull) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#flushing = true;
      // A microtask later, so that what is added in the same turn joins the batch.
      queueMicrotask(() => void this.#flush());
      return;
    }
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#flushing = true;
      void this.#flush();
    }, pauseMs);
  }

  async #flush(): Promise<void> {
    const batch = this.#waiting.splice(0, this.options.maxSize);
    this.#lastStart = performance.now();
    this.#inFlight = batch.length;
    this.#lastSize = batch.length;
    try {
      const items = batch.map(({ item }) => item);
      const results = await outsideLogContext(() => this.options.flush(items));
      batch.forEach(({ resolve }, index) => resolve(results?.[index] as Result));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.#inFlight = 0;
      this.#flushing = false;
      this.#schedule();
      if (this.size === 0) for (const resolve of this.#idle.splice(0)) resolve();
    }
  }
}
