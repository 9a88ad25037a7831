import type { PostbackAttempt } from '@centavo/contracts';
import type { Database } from '@centavo/persistence';

export interface DeliveryRow {
  readonly id: string;
  readonly event_id: string;
  readonly status: string;
  readonly attempt_count: number;
  readonly next_attempt_at: Date | null;
  readonly delivered_at: Date | null;
  readonly attempts: PostbackAttempt[];
}

/** An endpoint's deliveries, oldest event first. */
export const deliveriesOf = (database: Database, endpointId: string): Promise<DeliveryRow[]> =>
  database.query<DeliveryRow>('SELECT * FROM deliveries WHERE endpoint_id = $1 ORDER BY event_id', [endpointId]);

export async function countDue(database: Database, endpointId: string): Promise<number> {
  const rows = await database.query('SELECT FROM due_deliveries WHERE endpoint_id = $1', [endpointId]);
  return rows.length;
}
