import { Database, MAX_COUNTED, overdueWork, type WorkTable } from '@centavo/persistence';
import { Metrics, reading, type Reading } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';

const WORK: readonly WorkTable[] = [
  { service: 'payments', work: 'charges', table: 'charge_tasks', dueAt: 'due_at' },
  { service: 'payments', work: 'charge_expiries', table: 'charge_timers', dueAt: 'due_at' },
  {
    service: 'payments',
    work: 'payment_link_expiries',
    table: 'payment_links',
    dueAt: 'expires_at',
    condition: `status = 'active'`,
  },
];

/** Shows what is to be done and nobody does, and of what the acquirer says nothing. */
@Injectable()
export class ObserveDueCharges {
  constructor(
    private readonly database: Database,
    metrics: Metrics,
  ) {
    metrics.observeState('payments: due work', () => this.read());
  }

  async read(): Promise<Reading[]> {
    const readings: Reading[] = [];
    for (const table of WORK) readings.push(...(await overdueWork(this.database, table)));
    return [...readings, reading('unresolved_operations', { party: 'acquirer' }, await countUnresolved(this.database))];
  }
}

/** The table holds what is under way and nothing else, so that to read as much of it as is ever counted is to read nearly all. */
async function countUnresolved(database: Database): Promise<number> {
  const [row] = await database.query<{ unresolved: number }>(
    `SELECT count(*) FILTER (WHERE attempts > 0)::int AS unresolved
     FROM (SELECT attempts FROM charge_tasks ORDER BY due_at LIMIT ${MAX_COUNTED}) AS tasks`,
  );
  return row!.unresolved;
}
