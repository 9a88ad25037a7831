import pLimit from 'p-limit';

/** What a {@link WorkQueue} does, and its bounds. */
export interface WorkQueueOptions<Item> {
  readonly work: (item: Item) => Promise<void>;
  /** Told of work that failed; the queue goes on. */
  readonly onFailure: (item: Item, error: unknown) => void;
  /** Items that are worked on at once. */
  readonly concurrency: number;
  /** Items, waiting and under way, from which on the queue {@link WorkQueue.isFull is full}. */
  readonly maxSize: number;
}

/** Work that an instance has in hand: bounded in concurrency, and in number by whoever asks before adding. */
export class WorkQueue<Item> {
  readonly #limit;
  readonly #options: WorkQueueOptions<Item>;
  #size = 0;
  #idle: (() => void)[] = [];

  constructor(options: WorkQueueOptions<Item>) {
    this.#options = options;
    this.#limit = pLimit(options.concurrency);
  }

  get isFull(): boolean {
    return this.#size >= this.#options.maxSize;
  }

  /** Lines an item up, also when the queue is full. */
  add(item: Item): void {
    this.#size += 1;
    void this.#limit(() => this.#run(item));
  }

  /** Resolves when nothing waits or runs any more. */
  async drained(): Promise<void> {
    if (this.#size > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  async #run(item: Item): Promise<void> {
    const { work, onFailure } = this.#options;
    try {
      await work(item);
    } catch (error) {
      onFailure(item, error);
    } finally {
      this.#size -= 1;
      if (this.#size === 0) for (const resolve of this.#idle.splice(0)) resolve();
    }
  }
}
