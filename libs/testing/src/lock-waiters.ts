import type { Sql } from '@centavo/persistence';

/** How many connections to a test's database wait for a lock of another. @param sql sees those of its own role, an administrator's all */
export async function lockWaiters(sql: Sql): Promise<number> {
  const waiting = await sql.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return waiting.length;
}
