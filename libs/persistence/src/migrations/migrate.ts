import type { Logger } from '@centavo/runtime';
import { Client } from 'pg';
import { postgresAddress } from '../postgres-address.js';
import { grantRights } from './grant-rights.js';
import { prepareDatabase } from './prepare-database.js';
import { runMigrations, type MigrationClass } from './run-migrations.js';

/** Any number that nothing else in this database locks. */
const MIGRATION_LOCK = 7_226_828_601;

/** One schema with its history. */
export interface SchemaMigrations {
  /** Name of the service: of its schema and of its role. */
  readonly name: string;
  readonly migrations: readonly MigrationClass[];
  /** Of its role; without it, that of all the others. */
  readonly password?: string | undefined;
  /** It has no tables of the bus, and not even the gateway may see into it. */
  readonly isPrivate?: boolean;
}

export interface MigrateOptions {
  /** The database, seen by a role that may create roles and schemas. */
  readonly adminUrl: string;
  /** Given to the role of the gateway, and of every service that has none of its own. */
  readonly password: string;
  readonly services: readonly SchemaMigrations[];
  /** Tables that every service's schema has. */
  readonly shared?: readonly MigrationClass[];
  readonly logger: Logger;
}

/**
 * Brings the database to the state this version needs: roles, schemas, tables and rights. Does nothing the second time; of two that run
 * at once, one waits.
 * @throws when PostgreSQL does not answer or a migration fails; what earlier migrations did stays
 */
export async function migrate(options: MigrateOptions): Promise<void> {
  const { adminUrl, services, shared = [], logger } = options;
  const { username: user, ...address } = postgresAddress(adminUrl);
  const admin = new Client({ ...address, user, application_name: 'centavo-migrate' });
  await admin.connect().catch((error: Error) => {
    const where = `${address.host}:${address.port}/${address.database}`;
    const remedy = 'Start it, or set DATABASE_ADMIN_URL to where it listens and to a role that may make roles.';
    throw new Error(`PostgreSQL at ${where} let nobody in: ${error.message}. ${remedy}`, { cause: error });
  });
  try {
    await admin.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await prepareDatabase(admin, services, options.password);
    for (const service of services) {
      const { name, migrations, isPrivate = false } = service;
      const done = await runMigrations(adminUrl, name, isPrivate ? migrations : [...shared, ...migrations]);
      for (const migration of done) logger.info('migrated', { schema: name, migration });
      await grantRights(admin, service);
    }
  } finally {
    // Closing the session also gives up the lock.
    await admin.end();
  }
}
