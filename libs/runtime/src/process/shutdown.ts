import type { Logger } from '../logging/logger.js';

type Stop = () => Promise<void>;

interface Step {
  readonly name: string;
  readonly stop: Stop;
}

/** Everything must be over by then: orchestrators kill after 30 seconds. */
const STOP_TIMEOUT_MS = 25_000;

/** What has been started and has to be stopped: in the opposite order, each step although the one before failed. */
export class Shutdown {
  readonly #steps: Step[] = [];
  readonly #begun = new AbortController();
  #running: Promise<boolean> | undefined;

  constructor(
    private readonly logger: Logger,
    private readonly options: { readonly timeoutMs: number } = { timeoutMs: STOP_TIMEOUT_MS },
  ) {}

  /** Aborts as soon as the shutdown begins: whoever is still waiting to start gives up. */
  get signal(): AbortSignal {
    return this.#begun.signal;
  }

  /** Registers a step; called right after what it stops was started. */
  defer(name: string, stop: Stop): void {
    this.#steps.push({ name, stop });
  }

  /** Runs the steps once, however often it is called. @returns whether all of them ended well and in time */
  run(): Promise<boolean> {
    this.#running ??= this.#runWithin(this.options.timeoutMs);
    return this.#running;
  }

  async #runWithin(timeoutMs: number): Promise<boolean> {
    this.#begun.abort();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => {
        this.logger.error('shutdown took too long and was given up', { timeoutMs });
        resolve(false);
      }, timeoutMs);
    });
    const isClean = await Promise.race([this.#runSteps(), timeout]);
    clearTimeout(timer);
    return isClean;
  }

  async #runSteps(): Promise<boolean> {
    let isClean = true;
    // Popped one by one: what was still starting adds its step meanwhile.
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      try {
        await step.stop();
      } catch (error) {
        isClean = false;
        this.logger.error('a step of the shutdown failed', { job: step.name, error });
      }
    }
    return isClean;
  }
}

/** What keeps a process that comes up or goes down from working, for its readiness. */
export function startProblem(isStarted: boolean, { signal }: Shutdown): string | null {
  if (signal.aborted) return 'stopping';
  return isStarted ? null : 'still starting';
}

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** One Ctrl-C may arrive twice: from the terminal, which tells the whole group, and from a parent that hands it on. */
const SAME_SIGNAL_MS = 1_000;

/** Lets the first signal shut the process down in order, and a second one end it at once. */
export function shutDownOnSignal(shutdown: Shutdown, logger: Logger): void {
  let stoppingSinceMs: number | undefined;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (stoppingSinceMs !== undefined) {
        if (performance.now() - stoppingSinceMs > SAME_SIGNAL_MS) process.exit(1);
        return;
      }
      stoppingSinceMs = performance.now();
      logger.info('stopping', { signal });
      void shutdown.run().then((isClean) => process.exit(isClean ? 0 : 1));
    });
  }
}
