import { Logger } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import type { DueWork } from '../due-work.js';
import { HandOver } from './hand-over.js';

/** Withdrawals that are handed over at once. */
const CONCURRENCY = 64;
/** Beyond this, new withdrawals are refused: what waited longer would be taken over by others, who have no more time for it. */
const MAX_QUEUED = 4_000;

/** The withdrawals of this instance that wait for the bank: bounded in number and in concurrency. */
@Injectable()
export class HandOverQueue {
  readonly #limit = pLimit(CONCURRENCY);
  #size = 0;
  #idle: (() => void)[] = [];

  constructor(
    private readonly handOver: HandOver,
    private readonly logger: Logger,
  ) {}

  get isFull(): boolean {
    return this.#size >= MAX_QUEUED;
  }

  /** Lines a withdrawal up. What goes wrong is logged and left to recovery: the task stays until the withdrawal has ended. */
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
      await this.handOver.execute(due);
    } catch (error) {
      this.logger.warn('withdrawal left to recovery', { withdrawalId: due.withdrawal.id, error });
    } finally {
      this.#size -= 1;
      if (this.#size === 0) for (const resolve of this.#idle.splice(0)) resolve();
    }
  }
}
