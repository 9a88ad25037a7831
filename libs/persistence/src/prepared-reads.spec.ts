import { eventually, startTestDatabase, type TestDatabase } from '@centavo/testing';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Database } from './database.port.js';

class CreateLetters1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE letters (id int PRIMARY KEY, box int NOT NULL, text text) WITH (autovacuum_enabled = off);
      CREATE INDEX letters_by_box ON letters (box, id DESC);
      CREATE VIEW published_letters AS SELECT id, box FROM letters`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP VIEW published_letters; DROP TABLE letters`);
  }
}

const PAGE = `SELECT l.* FROM published_letters l
              WHERE id = ANY (ARRAY(SELECT id FROM published_letters WHERE box = $1 ORDER BY id DESC LIMIT $2::bigint))
              ORDER BY id DESC`;

describe('A prepared read', () => {
  let server: TestDatabase;
  let database: Database;
  let admin: Database;

  const page = (box: number): Promise<{ id: number }[]> => database.queryPrepared(PAGE, [box, 2n]);
  /** Seen from the connection on which they are: there is only one. */
  const prepared = (): Promise<{ name: string; generic_plans: bigint; custom_plans: bigint }[]> =>
    database.queryPrepared(
      'SELECT name, generic_plans, custom_plans FROM pg_prepared_statements WHERE starts_with(statement, $1)',
      [PAGE],
    );

  beforeEach(async () => {
    server = await startTestDatabase([{ name: 'payments', migrations: [CreateLetters1700000000000] }]);
    database = await server.database('payments', { poolSize: 1 });
    admin = await server.adminDatabase('payments');
  });
  afterEach(() => server.close());

  it('is planned once, for any parameters', async () => {
    await admin.query('INSERT INTO letters SELECT n, n % 2 FROM generate_series(1, 9) n');

    expect(await page(0)).toEqual([
      { id: 8, box: 0 },
      { id: 6, box: 0 },
    ]);
    expect(await page(1)).toEqual([
      { id: 9, box: 1 },
      { id: 7, box: 1 },
    ]);

    expect(await prepared()).toMatchObject([{ generic_plans: 2n, custom_plans: 0n }]);
  });

  it('that was planned on an empty table goes by its indexes when the table is full', async () => {
    expect(await page(0)).toEqual([]);
    await admin.query('INSERT INTO letters SELECT n, n % 2 FROM generate_series(1, 20000) n');
    expect(await page(0)).toHaveLength(2);

    const [{ name } = { name: '' }] = await prepared();
    const [explained] = await database.queryPrepared<{ 'QUERY PLAN': unknown }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT json) EXECUTE ${name} (0, 2)`,
    );
    const plan = JSON.stringify(explained!['QUERY PLAN']);
    const [blocks] = /(?<="Shared Hit Blocks":)\d+/.exec(plan)!;
    expect(plan).not.toMatch(/Seq Scan|Bitmap|Hash Join|Merge Join/);
    expect(Number(blocks)).toBeLessThan(20);
  });

  it('shows the columns that its view has got since', async () => {
    await admin.query(`INSERT INTO letters VALUES (1, 0, 'hello')`);
    expect(await page(0)).toEqual([{ id: 1, box: 0 }]);

    await admin.query('CREATE OR REPLACE VIEW published_letters AS SELECT id, box, text FROM letters');

    expect(await page(0)).toEqual([{ id: 1, box: 0, text: 'hello' }]);
  });

  it('is prepared anew where its connection was lost', async () => {
    await admin.query('INSERT INTO letters VALUES (1, 0)');
    await page(0);
    await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                       WHERE datname = current_database() AND usename = 'payments'`);

    await eventually(async () => expect(await page(0).catch(() => [])).toEqual([{ id: 1, box: 0 }]));
  });
});
