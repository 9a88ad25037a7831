import type { Database } from '@centavo/persistence';
import { startTestDatabase, type TestDatabase } from '@centavo/testing';
import { BUS_TABLES_MIGRATION } from '../bus-tables.migration.js';

/** The service whose schema these tests use. */
const SERVICE = 'payments';

export interface MessagingDatabase {
  readonly test: TestDatabase;
  readonly database: Database;
  /** Another process's pool on the same tables. */
  connect(): Promise<Database>;
}

/** A fresh schema with the bus's tables. */
export async function startMessagingDatabase(): Promise<MessagingDatabase> {
  const test = await startTestDatabase([{ name: SERVICE, migrations: [] }], { shared: [BUS_TABLES_MIGRATION] });
  const connect = (): Promise<Database> => test.database(SERVICE);
  return { test, database: await connect(), connect };
}
