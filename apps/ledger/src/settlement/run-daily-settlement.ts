import { saoPauloDateOf, startOfDaySaoPaulo, type LocalDate } from '@centavo/brazil';
import { PeriodicWork } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Clock, Logger } from '@centavo/runtime';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { lockDue } from './due-receivables.sql.js';
import { SettleReceivables, type Settlement } from './settle-receivables.js';
import { SettlementLimits } from './settlement-limits.js';
import { SettlementMetrics } from './settlement-metrics.js';
import { dailyRunOf, finishDailyRuns } from './settlement-runs.sql.js';

/** How long after midnight a day's settlement may begin, and how long a receivable waits that a won dispute has made due again. */
const INTERVAL_MS = 5_000;

/**
 * Settles what is due, a run per day of São Paulo. Nobody owns the run: every instance takes batches of it, none waits for another, and what
 * a killed one had in hand is free again with its connection. Whoever finds nothing left, finishes it.
 */
@Injectable()
export class RunDailySettlement implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #rounds: PeriodicWork;
  readonly #stopping = new AbortController();

  constructor(
    private readonly database: Database,
    private readonly settleReceivables: SettleReceivables,
    private readonly clock: Clock,
    private readonly limits: SettlementLimits,
    private readonly metrics: SettlementMetrics,
    private readonly logger: Logger,
  ) {
    const work = (): Promise<void> => this.execute();
    this.#rounds = new PeriodicWork({ name: 'daily settlement', intervalMs: INTERVAL_MS, work, logger });
  }

  onApplicationBootstrap(): void {
    this.#rounds.start();
  }

  /** The batch that is under way is finished; the rest is another instance's, or the next start's. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#stopping.abort();
    await this.#rounds.stop();
  }

  /** One round: settles all that is due today and that no other instance has in hand. */
  async execute(): Promise<void> {
    const startedAt = this.clock.now();
    const day = saoPauloDateOf(startedAt);
    const dueAt = startOfDaySaoPaulo(day);
    const run = await dailyRunOf(this.database, day, dueAt, startedAt);
    this.metrics.isFinished = run.finishedAt !== null && !run.hasWork;
    if (run.hasWork) await this.#settle(run.id, dueAt);
    if (!run.finishedAt) await this.#finish(day, dueAt);
  }

  async #settle(runId: string, dueAt: Date): Promise<void> {
    const laneOf = (index: number): Settlement => ({
      runId,
      cause: {},
      lock: (transaction, after, limit) => lockDue(transaction, dueAt, { index, of: this.limits.lanes }, after, limit),
      signal: this.#stopping.signal,
    });
    const lanes = Array.from({ length: this.limits.lanes }, (_, index) =>
      this.settleReceivables.execute(laneOf(index)),
    );
    // A round is over when all of its lanes are, also when one of them fails.
    const failed = (await Promise.allSettled(lanes)).find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
  }

  async #finish(day: LocalDate, dueAt: Date): Promise<void> {
    const finishedAt = this.clock.now();
    const starts = await finishDailyRuns(this.database, day, dueAt, finishedAt);
    if (starts.length > 0) this.metrics.isFinished = true;
    for (const startedAt of starts) {
      this.metrics.finished(startedAt, finishedAt);
      this.logger.info('settlement finished', { durationMs: finishedAt.getTime() - startedAt.getTime() });
    }
  }
}
