import { saoPauloDateOf, startOfDaySaoPaulo } from '@centavo/brazil';
import { Database } from '@centavo/persistence';
import { Clock, Metrics, reading, type Reading } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { overdueReceivables } from './due-receivables.sql.js';
import { lastDailyRun } from './settlement-runs.sql.js';

/** Shows how the daily settlement goes, whichever instance does it. */
@Injectable()
export class ObserveSettlement {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    metrics: Metrics,
  ) {
    metrics.observeState('ledger: settlement', () => this.read());
  }

  async read(): Promise<Reading[]> {
    const now = this.clock.now();
    const secondsSince = (then: Date): number => (now.getTime() - then.getTime()) / 1000;
    const { receivables, dueSince } = await overdueReceivables(this.database, startOfDaySaoPaulo(saoPauloDateOf(now)));
    const readings = [
      reading('settlement_overdue_receivables', {}, receivables),
      reading('settlement_overdue_seconds', {}, dueSince ? secondsSince(dueSince) : 0),
    ];
    const run = await lastDailyRun(this.database);
    if (!run) return readings;
    return [
      ...readings,
      reading('settlement_last_run_seconds', {}, secondsSince(run.finishedAt)),
      reading('settlement_last_run_duration_seconds', {}, (run.finishedAt.getTime() - run.startedAt.getTime()) / 1000),
    ];
  }
}
