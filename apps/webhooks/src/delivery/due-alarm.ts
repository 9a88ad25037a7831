import { Clock, Logger } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { DeliveryLimits } from './delivery-limits.js';

/** After a look that failed: the database is away. */
const RETRY_MS = 1_000;

/** Wakes whoever looks for due deliveries, at the earliest time that anybody asked for, and never too often. */
@Injectable()
export class DueAlarm {
  #work: (() => Promise<void>) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #wakeAtMs = Infinity;
  #notBeforeMs = 0;
  #running: Promise<void> | undefined;

  constructor(
    private readonly limits: DeliveryLimits,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** From now on calls `work`, never twice at once, first immediately. */
  start(work: () => Promise<void>): void {
    this.#work = work;
    this.#wakeAtMs = this.clock.nowMs();
    this.#arm();
  }

  /** Resolves when `work` is not running and will not be called again. */
  async stop(): Promise<void> {
    this.#work = undefined;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Something may be due at this time. */
  ringBy(atMs: number): void {
    if (atMs >= this.#wakeAtMs) return;
    this.#wakeAtMs = atMs;
    this.#arm();
  }

  #arm(): void {
    if (!this.#work || this.#running) return;
    clearTimeout(this.#timer);
    const nowMs = this.clock.nowMs();
    const delayMs = Math.max(this.#wakeAtMs, this.#notBeforeMs) - nowMs;
    this.#timer = setTimeout(() => this.#ring(), Math.min(Math.max(delayMs, 0), this.limits.claimIdleMs));
  }

  #ring(): void {
    this.#wakeAtMs = Infinity;
    const startMs = this.clock.nowMs();
    this.#running = this.#run().finally(() => {
      this.#running = undefined;
      this.#rest(this.clock.nowMs() - startMs);
      this.#arm();
    });
  }

  /** As long as the look took, which grows with the endpoints that have something waiting: so looking takes half of the time at most. */
  #rest(tookMs: number): void {
    this.#notBeforeMs = Math.max(
      this.#notBeforeMs,
      this.clock.nowMs() + Math.max(this.limits.claimPauseMs - tookMs, tookMs),
    );
  }

  async #run(): Promise<void> {
    try {
      await this.#work?.();
    } catch (error) {
      this.#notBeforeMs = this.clock.nowMs() + RETRY_MS;
      this.ringBy(this.#notBeforeMs);
      this.logger.warn('could not look for due deliveries', { error });
    }
  }
}
