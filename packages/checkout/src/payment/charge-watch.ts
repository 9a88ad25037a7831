import type { Answer } from '../api/checkout-api.js';
import type { Charge } from '../api/charge.js';
import { pollDelayMs } from './poll-delay.js';

export interface ChargeWatchOptions {
  readonly read: (chargeId: string) => Promise<Answer>;
  /** Gets every answer, as it comes. @returns whether to go on */
  readonly onAnswer: (answer: Answer, lost: number) => boolean;
  readonly isHidden: () => boolean;
  /** How long to wait before the next read, in ms; {@link pollDelayMs} unless given. */
  readonly delayMs?: typeof pollDelayMs;
}

/** Reads an open charge again and again until somebody says that it is enough. */
export class ChargeWatch {
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The answers of an earlier watch count no more. */
  #watch: object | undefined;
  #readNow: (() => void) | undefined;

  constructor(private readonly options: ChargeWatchOptions) {}

  start(charge: Charge): void {
    this.stop();
    const watch = {};
    this.#watch = watch;
    void this.#run(charge, watch);
  }

  stop(): void {
    this.#watch = undefined;
    this.wake();
  }

  /** Reads at once: the page is seen again, or the network is back. */
  wake(): void {
    clearTimeout(this.#timer);
    this.#readNow?.();
    this.#readNow = undefined;
  }

  async #run({ id, payment_method: method }: Charge, watch: object): Promise<void> {
    const startedAtMs = Date.now();
    const { read, onAnswer, isHidden, delayMs = pollDelayMs } = this.options;
    let lost = 0;
    let retryAfterMs: number | null = null;
    for (let reads = 0; ; reads++) {
      const waitedMs = Date.now() - startedAtMs;
      await this.#pause(delayMs({ method, reads, waitedMs, isHidden: isHidden(), lost, retryAfterMs }));
      if (this.#watch !== watch) return;
      const answer = await read(id);
      if (this.#watch !== watch) return;
      lost = answer.kind === 'charge' ? 0 : lost + 1;
      retryAfterMs = answer.kind === 'charge' ? null : answer.retryAfterMs;
      if (!onAnswer(answer, lost)) return;
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#readNow = resolve;
      this.#timer = setTimeout(resolve, ms);
    });
  }
}
