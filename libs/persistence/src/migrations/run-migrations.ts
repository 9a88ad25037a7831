import { setTimeout as delay } from 'node:timers/promises';
import { DataSource, type MigrationInterface } from 'typeorm';
import { classifyPgError } from '../classify-pg-error.js';
import { postgresAddress } from '../postgres-address.js';
import { POSTGRES_DRIVER } from '../postgres-driver.js';

/** A TypeORM migration: a class whose name ends in the time it was written, in epoch ms, by which they are ordered. */
export type MigrationClass = new () => MigrationInterface;

/** Where a schema keeps which migrations it has seen. */
export const HISTORY_TABLE = 'migrations';

/**
 * A migration that waits for a table makes everybody wait behind it who comes to the table later. So it waits for no longer than a request can,
 * lets the others pass, and comes again.
 */
const LOCK_TIMEOUT_MS = 2_000;
const LOCK_PAUSE_MS = 1_000;
const MAX_LOCK_ATTEMPTS = 60;

/**
 * Runs what a schema has not seen yet, each in a transaction of its own, with the schema as search path.
 * @returns names of the migrations that ran
 * @throws when one fails, or finds its tables in use for minutes; what the ones before it did stays
 */
export async function runMigrations(
  adminUrl: string,
  schema: string,
  migrations: readonly MigrationClass[],
): Promise<string[]> {
  const source = new DataSource({
    ...POSTGRES_DRIVER,
    ...postgresAddress(adminUrl),
    schema,
    migrations: [...migrations],
    migrationsTableName: HISTORY_TABLE,
    migrationsTransactionMode: 'each',
    applicationName: 'centavo-migrate',
    poolSize: 1,
    // Writes nothing unless DEBUG asks for it; the default one prints migrations whatever `logging` says.
    logger: 'debug',
    extra: { options: `-c search_path=${schema} -c lock_timeout=${LOCK_TIMEOUT_MS}` },
  });
  await source.initialize();
  try {
    const before = await namesOf(source, schema);
    await runPatiently(source);
    const after = await namesOf(source, schema);
    return after.filter((name) => !before.includes(name));
  } finally {
    await source.destroy();
  }
}

/** Each that is done stays done: another attempt begins with the one that had to wait. */
async function runPatiently(source: DataSource): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await source.runMigrations();
      return;
    } catch (error) {
      if (attempt === MAX_LOCK_ATTEMPTS || classifyPgError(error) !== 'timeout') throw error;
      await delay(LOCK_PAUSE_MS);
    }
  }
}

async function namesOf(source: DataSource, schema: string): Promise<string[]> {
  const [found] = await source.query<{ exists: boolean }[]>(
    `SELECT to_regclass(quote_ident($1) || '.${HISTORY_TABLE}') IS NOT NULL AS exists`,
    [schema],
  );
  if (!found!.exists) return [];
  const rows = await source.query<{ name: string }[]>(`SELECT name FROM ${HISTORY_TABLE} ORDER BY id`);
  return rows.map(({ name }) => name);
}
