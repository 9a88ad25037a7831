import type { Logger } from '@centavo/runtime';

export interface PeriodicWorkOptions {
  readonly name: string;
  /** From the end of one run to the start of the next. */
  readonly intervalMs: number;
  /** A failure is logged and the next run is another chance. */
  readonly work: () => Promise<void>;
  readonly logger: Logger;
}

/** Repeats a piece of work until stopped, never twice at once. */
export class PeriodicWork {
  readonly #options: PeriodicWorkOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(options: PeriodicWorkOptions) {
    this.#options = options;
  }

  /** The first run starts at once. */
  start(): void {
    this.#running = this.#run();
  }

  /** Resolves when a run that had started is over. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    const { name, intervalMs, work, logger } = this.#options;
    try {
      await work();
    } catch (error) {
      logger.warn('periodic work failed', { job: name, error });
    }
    if (!this.#stopped) this.#timer = setTimeout(() => this.start(), intervalMs);
  }
}
