import type { Database } from '@centavo/persistence';

/** Lets nobody write to a table while something is done; reading goes on. */
export function whileLocked<Result>(admin: Database, table: string, work: () => Promise<Result>): Promise<Result> {
  return admin.transaction(async (transaction) => {
    await transaction.query(`LOCK TABLE ${table} IN SHARE MODE`);
    return work();
  });
}

/** Whether a service's role waits for a lock of another. */
export async function isAnyoneWaiting(service: Database): Promise<boolean> {
  const waiting = await service.query(
    `SELECT FROM pg_stat_activity WHERE usename = current_user AND datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return waiting.length > 0;
}
