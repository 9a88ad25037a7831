import type { Database } from '@centavo/persistence';
import { lockWaiters } from '@centavo/testing';

/** Lets nobody write to a table while something is done; reading goes on. */
export function whileLocked<Result>(admin: Database, table: string, work: () => Promise<Result>): Promise<Result> {
  return admin.transaction(async (transaction) => {
    await transaction.query(`LOCK TABLE ${table} IN SHARE MODE`);
    return work();
  });
}

/** Whether a service's role waits for a lock of another. */
export async function isAnyoneWaiting(service: Database): Promise<boolean> {
  return (await lockWaiters(service)) > 0;
}
