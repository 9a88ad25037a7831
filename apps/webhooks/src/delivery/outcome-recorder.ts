import { Database } from '@centavo/persistence';
import { Clock, Logger, Metrics, PacedBatcher } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { recordOutcomes, type Outcome } from './deliveries.sql.js';
import { DeliveryLimits } from './delivery-limits.js';
import { DueAlarm } from './due-alarm.js';
import { LeaseOwner } from './lease-owner.js';

const RETRY_PAUSE_MS = 250;

/**
 * Writes what became of deliveries, many together. A database that is away is waited for until the leases end: then the deliveries
 * are anybody's, and writing would be in vain.
 */
@Injectable()
export class OutcomeRecorder {
  readonly #batcher: PacedBatcher<Outcome>;
  readonly #settled;

  constructor(
    private readonly database: Database,
    private readonly owner: LeaseOwner,
    private readonly alarm: DueAlarm,
    private readonly limits: DeliveryLimits,
    private readonly clock: Clock,
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.#settled = metrics.counter('postback_outcomes_total', 'Attempts at deliveries by what became of them.', [
      'status',
    ]);
    this.#batcher = new PacedBatcher<Outcome>({
      maxSize: limits.outcomeBatch,
      lingerMs: limits.outcomeLingerMs,
      busyBatchSize: 1,
      flush: (outcomes) => this.#write(outcomes),
    });
  }

  /** Resolves when it is written, or given up. */
  async record(outcome: Outcome): Promise<void> {
    await this.#batcher.add(outcome);
  }

  drained(): Promise<void> {
    return this.#batcher.drained();
  }

  async #write(outcomes: readonly Outcome[]): Promise<void> {
    const giveUpAtMs = this.clock.nowMs() + this.limits.leaseMs;
    for (;;) {
      try {
        const written = await recordOutcomes(this.database, this.owner.id, outcomes, this.clock.now());
        this.#report(outcomes, written.length);
        return;
      } catch (error) {
        this.logger.warn('could not write outcomes of deliveries', { count: outcomes.length, error });
        if (this.clock.nowMs() > giveUpAtMs) return;
        await pause(RETRY_PAUSE_MS);
      }
    }
  }

  #report(outcomes: readonly Outcome[], written: number): void {
    for (const { status, nextAttemptAt } of outcomes) {
      this.#settled.inc({ status });
      if (nextAttemptAt) this.alarm.ringBy(nextAttemptAt.getTime());
    }
    const lost = outcomes.length - written;
    if (lost > 0) this.logger.warn('outcomes of deliveries came after their lease', { count: lost });
  }
}
