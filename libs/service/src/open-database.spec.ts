import { migrate, type Database } from '@centavo/persistence';
import { eventually, RecordingLogger, silentLogger, startTestDatabase, type TestDatabase } from '@centavo/testing';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { openDatabase } from './open-database.js';

class CreateThings1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE things (id int)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE things');
  }
}

describe('openDatabase', () => {
  let server: TestDatabase;
  let logger: RecordingLogger;
  let giveUp: AbortController;

  const open = (url: string, role = 'webhooks'): Promise<Database> =>
    openDatabase({
      url,
      role,
      password: server.password,
      poolSize: 1,
      logger,
      migrations: [CreateThings1700000000000.name],
      signal: giveUp.signal,
    });

  beforeEach(async () => {
    server = await startTestDatabase([{ name: 'webhooks', migrations: [] }]);
    logger = new RecordingLogger();
    giveUp = new AbortController();
  });
  afterEach(() => server.close());

  it('waits for the migrate step, and says so once', async () => {
    const opening = open(server.adminUrl);
    await eventually(() => logger.warnings.length > 0);
    await migrate({
      adminUrl: server.adminUrl,
      password: server.password,
      services: [{ name: 'webhooks', migrations: [CreateThings1700000000000] }],
      logger: silentLogger,
    });

    const database = await opening;

    expect(await database.query('SELECT * FROM things')).toEqual([]);
    expect(logger.warnings).toEqual([
      'The database is not migrated to this version (CreateThings1700000000000); waiting for the migrate step.',
    ]);
    await database.close();
  });

  it.each([
    [
      'a server that is away',
      () => open('postgresql://127.0.0.1:1/centavo'),
      'PostgreSQL does not answer at 127.0.0.1:1/centavo',
    ],
    ['a role that is not there yet', () => open(server.adminUrl, 'latecomer'), 'PostgreSQL refuses the role latecomer'],
  ])('waits for %s until it is told to give up', async (_what, opening, sentence) => {
    const outcome = opening();
    outcome.catch(() => undefined);
    await eventually(() => expect(logger.warnings).toEqual([expect.stringContaining(sentence)]));
    giveUp.abort();

    await expect(outcome).rejects.toMatchObject({ name: 'AbortError' });
  });
});
