import { Clock, Logger } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { AuthorizeCharge } from './authorize-charge.js';
import { hasTimeForCall, type DueWork } from '../due-work.js';

/** Calls to the acquirer at once. */
const CONCURRENCY = 256;
/** Beyond this, new charges are refused: what waits here would outlive its lease. */
const MAX_QUEUED = 4_000;

/** The charges of this instance that wait for the acquirer: bounded in number and in concurrency. */
@Injectable()
export class AuthorizationQueue {
  readonly #limit = pLimit(CONCURRENCY);
  #size = 0;
  #idle: (() => void)[] = [];

  constructor(
    private readonly authorizeCharge: AuthorizeCharge,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  get isFull(): boolean {
    return this.#size >= MAX_QUEUED;
  }

  /** Lines a charge up. What goes wrong is logged and left to recovery: the task stays until the charge has moved. */
  add(due: DueWork): void {
    this.#size += 1;
    void this.#limit(() => this.#run(due));
  }

  /** Resolves when nothing waits or runs any more. */
  async drained(): Promise<void> {
    if (this.#size > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  async #run(due: DueWork): Promise<void> {
    try {
      if (hasTimeForCall(due, this.clock.nowMs())) await this.authorizeCharge.execute(due);
    } catch (error) {
      this.logger.warn('charge left to recovery', { chargeId: due.charge.id, error });
    } finally {
      this.#size -= 1;
      if (this.#size === 0) for (const resolve of this.#idle.splice(0)) resolve();
    }
  }
}
