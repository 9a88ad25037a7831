import { setTimeout as delay } from 'node:timers/promises';
import { classifyPgError, HISTORY_TABLE, PostgresDatabase, type PostgresDatabaseOptions } from '@centavo/persistence';

const RETRY_MS = 1_000;

/** PostgreSQL: the role, the password, the database or the history of migrations is not there. */
const NOT_MIGRATED = new Set(['28000', '28P01', '3D000', '42P01', '42501', '3F000']);

export interface OpenDatabaseOptions extends PostgresDatabaseOptions {
  /** Names of the migrations that this version needs. */
  readonly migrations: readonly string[];
  /** Gives up waiting. */
  readonly signal: AbortSignal;
}

/**
 * Opens the database as soon as it answers and the migrate step has brought it to this version. Until then it says once per reason what
 * is missing: the processes of a platform come up in any order.
 * @throws AbortError when the signal came first, and errors that waiting does not cure
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<PostgresDatabase> {
  let said: string | undefined;
  for (;;) {
    const outcome = await attempt(options);
    if (outcome instanceof PostgresDatabase) return outcome;
    if (outcome !== said) options.logger.warn(outcome, { schema: options.role });
    said = outcome;
    await delay(RETRY_MS, undefined, { signal: options.signal });
  }
}

/** @returns the database, or why it cannot be used yet */
async function attempt(options: OpenDatabaseOptions): Promise<PostgresDatabase | string> {
  let database: PostgresDatabase | undefined;
  try {
    database = await PostgresDatabase.connect(options);
    const missing = await missingMigrations(database, options.migrations);
    if (missing.length === 0) return database;
    await database.close();
    return `The database is not migrated to this version (${missing.join(', ')}); waiting for the migrate step.`;
  } catch (error) {
    await database?.close();
    if (NOT_MIGRATED.has(String((error as { code?: unknown }).code))) {
      const reason = (error as Error).message;
      return `PostgreSQL refuses the role ${options.role} (${reason}); waiting for the migrate step. Is DATABASE_PASSWORD the same there?`;
    }
    if (!classifyPgError(error)) throw error;
    const { host, pathname } = new URL(options.url);
    return `PostgreSQL does not answer at ${host}${pathname}; trying again. Is DATABASE_URL right?`;
  }
}

async function missingMigrations(database: PostgresDatabase, needed: readonly string[]): Promise<string[]> {
  if (needed.length === 0) return [];
  const rows = await database.query<{ name: string }>(`SELECT name FROM ${HISTORY_TABLE}`);
  const present = new Set(rows.map(({ name }) => name));
  return needed.filter((name) => !present.has(name));
}
