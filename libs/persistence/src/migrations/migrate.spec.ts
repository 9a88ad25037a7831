import {
  eventually,
  lockWaiters,
  PATIENT_CONNECTION,
  silentLogger,
  startTestDatabase,
  type TestDatabase,
} from '@centavo/testing';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { classifyPgError } from '../classify-pg-error.js';
import type { Database } from '../database.port.js';
import { PostgresDatabase } from '../postgres-database.js';
import { migrate, type SchemaMigrations } from './migrate.js';

class CreateOutbox1600000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE outbox (id int)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE outbox');
  }
}

class CreateCharges1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE charges (id int GENERATED ALWAYS AS IDENTITY, token text)');
    await runner.query('CREATE VIEW published_charges AS SELECT id FROM charges');
    await runner.query('CREATE VIEW internal_charges AS SELECT id FROM charges');
    await runner.query('INSERT INTO outbox VALUES (1)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE charges CASCADE');
  }
}

class CreateJournal1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE journal (id int)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE journal');
  }
}

class AddAmount1800000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE charges ADD amount bigint');
    await runner.query('DROP VIEW published_charges');
    await runner.query('CREATE VIEW published_charges AS SELECT id, amount FROM charges');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE charges DROP amount CASCADE');
  }
}

const LEDGER: SchemaMigrations = { name: 'ledger', migrations: [CreateJournal1700000000000] };
const PAYMENTS: SchemaMigrations = { name: 'payments', migrations: [CreateCharges1700000000000] };

class AddCurrency1900000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE charges ADD currency text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE charges DROP currency');
  }
}

/** As an index is added to a large table: outside of a transaction, and able to begin again. */
class IndexTokens2000000000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS charges_by_token');
    await runner.query('CREATE INDEX CONCURRENTLY charges_by_token ON charges (token)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX charges_by_token');
  }
}

/** PostgreSQL's "insufficient privilege". */
const DENIED = { code: '42501' };

describe('migrate', () => {
  let server: TestDatabase;
  let payments: Database;
  let gateway: Database;

  const run = (services: readonly SchemaMigrations[]): Promise<void> =>
    migrate({
      adminUrl: server.adminUrl,
      password: server.password,
      services,
      shared: [CreateOutbox1600000000000],
      logger: silentLogger,
    });

  beforeAll(async () => {
    server = await startTestDatabase([]);
    // At once: one of them waits, and finds nothing left to do.
    await Promise.all([run([PAYMENTS, LEDGER]), run([PAYMENTS, LEDGER])]);
    payments = await server.database('payments');
    gateway = await server.database('gateway');
  });
  afterAll(() => server.close());

  it('ran each migration once although two ran at the same time, the shared ones first', async () => {
    expect(await payments.query('SELECT name FROM migrations ORDER BY id')).toEqual([
      { name: 'CreateOutbox1600000000000' },
      { name: 'CreateCharges1700000000000' },
    ]);
    expect(await payments.query('SELECT id FROM outbox')).toEqual([{ id: 1 }]);
  });

  it('gives the roles what their sessions need, for those behind a pooler', async () => {
    const admin = await server.adminDatabase();

    expect(await admin.query(`SELECT rolconfig FROM pg_roles WHERE rolname = 'payments'`)).toEqual([
      {
        rolconfig: expect.arrayContaining([
          'search_path=payments',
          'plan_cache_mode=force_custom_plan',
          'statement_timeout=30000',
          'idle_in_transaction_session_timeout=60000',
        ]) as unknown,
      },
    ]);
  });

  // No other test knows this role: roles are the whole server's.
  const withPassword = (password: string): Promise<void> => run([{ name: 'rotating', migrations: [], password }]);
  const signIn = (password: string): Promise<PostgresDatabase> =>
    PostgresDatabase.connect({ url: server.adminUrl, role: 'rotating', password, poolSize: 2, ...PATIENT_CONNECTION });

  it('changes a password: connections stay, and new ones with the old password fail as lost ones do', async () => {
    await withPassword('old');
    const before = await signIn('old');
    await withPassword('new');

    await before.transaction(async (transaction) => {
      expect(await transaction.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
      const refused: unknown = await before.query('SELECT 1').catch((error: unknown) => error);
      expect(classifyPgError(refused)).toBe('connection');
    });
    const after = await signIn('new');
    expect(await after.problem()).toBeNull();
    await Promise.all([before.close(), after.close()]);
  });

  it('goes on after another database of the server was at the same role', async () => {
    await withPassword('old');
    const [admin, other] = [await server.adminDatabase(), await server.adminDatabase()];
    let migrating: Promise<void> | undefined;
    await other.transaction(async (transaction) => {
      await transaction.query(`ALTER ROLE rotating PASSWORD 'of another'`);
      migrating = withPassword('new');
      await eventually(async () => expect(await lockWaiters(admin)).toBe(1));
    });
    await migrating;

    await (await signIn('new')).close();
  });

  it('lets a service write rows of its own schema', async () => {
    await payments.query(`INSERT INTO charges (token) VALUES ('a')`);
    await payments.query(`UPDATE charges SET token = 'b'`);

    expect(await payments.query('SELECT token FROM charges')).toEqual([{ token: 'b' }]);
    await payments.query('DELETE FROM charges');
  });

  it.each([
    ['read another service', 'SELECT * FROM ledger.journal'],
    ['make a table', 'CREATE TABLE mine (id int)'],
    ['make a table in public', 'CREATE TABLE public.mine (id int)'],
    ['publish more', 'CREATE VIEW published_tokens AS SELECT token FROM charges'],
    ['empty a table', 'TRUNCATE charges'],
    ['rewrite the history', 'DELETE FROM migrations'],
  ])('does not let a service %s', async (_what, statement) => {
    await expect(payments.query(statement)).rejects.toMatchObject(DENIED);
  });

  it('lets the gateway read what is published', async () => {
    expect(await gateway.query('SELECT * FROM payments.published_charges')).toEqual([]);
  });

  it.each([
    ['read a table', 'SELECT * FROM payments.charges'],
    ['read a view that is not published', 'SELECT * FROM payments.internal_charges'],
    ['read another schema', 'SELECT * FROM ledger.journal'],
    ['write through a published view', 'INSERT INTO payments.published_charges DEFAULT VALUES'],
  ])('does not let the gateway %s', async (_what, statement) => {
    await expect(gateway.query(statement)).rejects.toMatchObject(DENIED);
  });

  it('brings an older database up to date and publishes views that were made anew', async () => {
    const newer = { ...PAYMENTS, migrations: [...PAYMENTS.migrations, AddAmount1800000000000] };

    await run([newer, LEDGER]);
    await run([newer, LEDGER]);

    await payments.query('INSERT INTO charges (amount) VALUES (5)');
    expect(await gateway.query('SELECT amount FROM payments.published_charges')).toEqual([{ amount: 5n }]);
  });

  it('says which migration failed and keeps what came before', async () => {
    class Broken1900000000000 implements MigrationInterface {
      async up(runner: QueryRunner): Promise<void> {
        await runner.query('CREATE TABLE half_made (id int)');
        await runner.query('SELECT broken');
      }

      async down(): Promise<void> {
        return undefined;
      }
    }

    await expect(run([{ ...LEDGER, migrations: [...LEDGER.migrations, Broken1900000000000] }])).rejects.toThrow(
      'broken',
    );
    const ledger = await server.database('ledger');
    expect(
      await ledger.query(`SELECT to_regclass('half_made') AS made, to_regclass('journal') IS NOT NULL AS kept`),
    ).toEqual([{ made: null, kept: true }]);
  });

  it('lets others pass while a table that it wants to change is in use, and changes it when it is free', async () => {
    const admin = await server.adminDatabase('payments');
    const other = await server.database('payments');
    let migrating: Promise<void> | undefined;
    await payments.transaction(async (transaction) => {
      await transaction.query('SELECT id FROM charges');
      migrating = run([
        { ...PAYMENTS, migrations: [...PAYMENTS.migrations, AddAmount1800000000000, AddCurrency1900000000000] },
      ]);
      await eventually(async () => expect(await lockWaiters(admin)).toBe(1));
      // It comes behind the migration, and is not kept for as long as the transaction lasts.
      await other.query('SELECT id FROM charges');
    });
    await migrating;
    expect(await payments.query('SELECT currency FROM charges WHERE false')).toEqual([]);
  });

  it('makes an index while others write, again and again until their transactions end', async () => {
    const admin = await server.adminDatabase('payments');
    const other = await server.database('payments');
    const made = (): Promise<unknown> =>
      admin.query(`SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('charges_by_token')`);
    let migrating: Promise<void> | undefined;
    await payments.transaction(async (transaction) => {
      await transaction.query(`INSERT INTO charges (token) VALUES ('c')`);
      const before = [...PAYMENTS.migrations, AddAmount1800000000000, AddCurrency1900000000000];
      migrating = run([{ ...PAYMENTS, migrations: [...before, IndexTokens2000000000000] }]);
      await eventually(async () => expect(await made()).toEqual([{ valid: false }]));
      await other.query(`INSERT INTO charges (token) VALUES ('d')`);
      await eventually(async () => expect(await lockWaiters(admin)).toBe(0));
    });
    await migrating;
    expect(await made()).toEqual([{ valid: true }]);
  });
});
