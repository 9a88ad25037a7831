import { Database, MAX_COUNTED, overdueWork } from '@centavo/persistence';
import { Metrics, reading } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';

const WITHDRAWALS = { service: 'ledger', work: 'withdrawals', table: 'withdrawal_tasks', dueAt: 'due_at' };

/** Shows the withdrawals that nobody hands over, and those of which the bank says nothing. */
@Injectable()
export class ObserveDueWithdrawals {
  constructor(database: Database, metrics: Metrics) {
    metrics.observeState('ledger: due work', async () => [
      ...(await overdueWork(database, WITHDRAWALS)),
      reading('unresolved_operations', { party: 'bank' }, await countUnresolved(database)),
    ]);
  }
}

/** What waits for somebody's word is due never, and not counted. */
async function countUnresolved(database: Database): Promise<number> {
  const [row] = await database.query<{ unresolved: number }>(
    `SELECT count(*) FILTER (WHERE attempts > 0)::int AS unresolved
     FROM (SELECT attempts FROM withdrawal_tasks WHERE due_at < 'infinity' ORDER BY due_at LIMIT ${MAX_COUNTED}) AS tasks`,
  );
  return row!.unresolved;
}
