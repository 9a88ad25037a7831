import { createHash, randomUUID } from 'node:crypto';
import {
  migrate,
  PostgresDatabase,
  type PostgresDatabaseOptions,
  type MigrationClass,
  type SchemaMigrations,
} from '@centavo/persistence';
import type { Client } from 'pg';
import { silentLogger } from './silent-logger.js';
import { administer } from './test-cluster.js';

/** Of all roles in tests. */
const PASSWORD = 'test';
const POOL_SIZE = 10;

/** For connections of tests: a machine that is busy takes its time to make one, and what goes wrong shows in the test. */
export const PATIENT_CONNECTION = { connectTimeoutMs: 60_000, logger: silentLogger };

/** A database of one test file's own. */
export class TestDatabase {
  readonly #opened: PostgresDatabase[] = [];

  constructor(
    /** The database, seen by the administrator. */
    readonly adminUrl: string,
    private readonly name: string,
  ) {}

  /** Password of every service's role. */
  readonly password = PASSWORD;

  /** A service's own view of it; `gateway` is a role too. Each call opens a pool, `close` closes them. */
  database(role: string, { poolSize = POOL_SIZE } = {}): Promise<PostgresDatabase> {
    return this.#open({ role, password: PASSWORD, poolSize });
  }

  /** The administrator's view, for what a test does behind the services' backs. @param schema its search path */
  adminDatabase(schema = 'public'): Promise<PostgresDatabase> {
    const { username: role, password } = new URL(this.adminUrl);
    return this.#open({ role, password, schema, poolSize: 1 });
  }

  /** Drops it. */
  async close(): Promise<void> {
    await Promise.all(this.#opened.map((database) => database.close()));
    await administer((admin) => admin.query(`DROP DATABASE IF EXISTS ${this.name} WITH (FORCE)`));
  }

  async #open(
    options: Pick<PostgresDatabaseOptions, 'role' | 'password' | 'schema' | 'poolSize'>,
  ): Promise<PostgresDatabase> {
    const database = await PostgresDatabase.connect({ url: this.adminUrl, ...PATIENT_CONNECTION, ...options });
    this.#opened.push(database);
    return database;
  }
}

/** Tables that each of the services' schemas has beside its own: in most tests `[BUS_TABLES_MIGRATION]`. */
export interface TestDatabaseOptions {
  readonly shared?: readonly MigrationClass[];
}

/**
 * A fresh, migrated database. The first caller with a set of migrations makes a template of it; each call is a copy of the
 * template, which takes some 30 ms.
 * @param services definitions of services; only their names and migrations matter
 */
export async function startTestDatabase(
  services: readonly SchemaMigrations[],
  { shared = [] }: TestDatabaseOptions = {},
): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  return administer(async (admin, cluster) => {
    const template = await ensureTemplate(admin, cluster, services, shared);
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
    return new TestDatabase(`${cluster}/${name}`, name);
  });
}

async function ensureTemplate(
  admin: Client,
  cluster: string,
  services: readonly SchemaMigrations[],
  shared: readonly MigrationClass[],
): Promise<string> {
  const name = templateName(services, shared);
  const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (rowCount) return name;
  // Under another name until it is whole: a migration that fails leaves no template behind.
  const unfinished = `${name}_unfinished`;
  await admin.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
  await admin.query(`CREATE DATABASE ${unfinished}`);
  await migrate({ adminUrl: `${cluster}/${unfinished}`, password: PASSWORD, services, shared, logger: silentLogger });
  await admin.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`);
  return name;
}

/** Named by the migrations' source, so that test files with the same name of a migration never share by accident. */
function templateName(services: readonly SchemaMigrations[], shared: readonly MigrationClass[]): string {
  const hash = createHash('sha256');
  for (const { name, migrations, isPrivate } of services) {
    hash.update(`\n${name}\n${isPrivate}\n${migrations.join('\n')}`);
  }
  return `template_${hash.update(shared.join('\n')).digest('hex').slice(0, 32)}`;
}
