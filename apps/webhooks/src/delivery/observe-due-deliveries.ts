import { Database } from '@centavo/persistence';
import { Clock, Metrics, reading, type Reading } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { DUE_PRIORITIES, dueState } from './due-deliveries.sql.js';
import { countFailing } from './failing-endpoints.sql.js';

const WORK = { first: 'first_attempts', retry: 'retries', recovered: 'recovered' } as const;

/** Shows the deliveries that could be sent and are not, and how many endpoints fail. */
@Injectable()
export class ObserveDueDeliveries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    metrics: Metrics,
  ) {
    metrics.observeState('webhooks: due work', () => this.read());
  }

  async read(): Promise<Reading[]> {
    const now = this.clock.now();
    const due = new Map((await dueState(this.database, now)).map((state) => [state.priority, state]));
    const readings = Object.entries(DUE_PRIORITIES).flatMap(([name, priority]) => {
      const { rows = 0, oldest_at: oldestAt = now } = due.get(priority) ?? {};
      const labels = { service: 'webhooks', work: WORK[name as keyof typeof WORK] };
      return [
        reading('due_work_rows', labels, rows),
        reading('due_work_overdue_seconds', labels, (now.getTime() - oldestAt.getTime()) / 1000),
      ];
    });
    return [...readings, reading('postback_failing_endpoints', {}, await countFailing(this.database))];
  }
}
