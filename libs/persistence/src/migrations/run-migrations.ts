import { DataSource, type MigrationInterface } from 'typeorm';
import { postgresAddress } from '../postgres-address.js';

/** A TypeORM migration: a class whose name ends in the time it was written, in epoch ms, by which they are ordered. */
export type MigrationClass = new () => MigrationInterface;

/** Where a schema keeps which migrations it has seen. */
export const HISTORY_TABLE = 'migrations';

/**
 * Runs what a schema has not seen yet, each in a transaction of its own, with the schema as search path.
 * @returns names of the migrations that ran
 */
export async function runMigrations(
  adminUrl: string,
  schema: string,
  migrations: readonly MigrationClass[],
): Promise<string[]> {
  const source = new DataSource({
    type: 'postgres',
    ...postgresAddress(adminUrl),
    schema,
    migrations: [...migrations],
    migrationsTableName: HISTORY_TABLE,
    migrationsTransactionMode: 'each',
    applicationName: 'centavo-migrate',
    poolSize: 1,
    installExtensions: false,
    // Writes nothing unless DEBUG asks for it; the default one prints migrations whatever `logging` says.
    logger: 'debug',
    extra: { options: `-c search_path=${schema}` },
  });
  await source.initialize();
  try {
    const done = await source.runMigrations();
    return done.map(({ name }) => name);
  } finally {
    await source.destroy();
  }
}
