import type { Sql } from '@centavo/persistence';

/** How many statements on a table of this test's database wait for a lock that somebody else has. */
export async function countWaiting(sql: Sql, table: string): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%' || $1 || '%'`,
    [table],
  );
  return row!.count;
}
