import { Database } from '@centavo/persistence';
import { Metrics, reading, type Reading } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { oldestQueuedSeconds } from '../chain/chain.sql.js';
import { lastCheck } from './ledger-checks.sql.js';

/** Shows what the last whole check found, and how long postings wait for the chain. */
@Injectable()
export class ObserveChecks {
  constructor(
    private readonly database: Database,
    metrics: Metrics,
  ) {
    metrics.observeState('ledger: checks', () => this.read());
  }

  async read(): Promise<Reading[]> {
    const waiting = reading('ledger_oldest_unchained_seconds', {}, await oldestQueuedSeconds(this.database));
    const check = await lastCheck(this.database);
    if (!check) return [waiting];
    return [
      waiting,
      reading('ledger_full_check_seconds', {}, check.ageSeconds),
      reading('ledger_full_check_violations', {}, check.violations),
    ];
  }
}
