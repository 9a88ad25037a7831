import { eventually, startTestDatabase, type TestDatabase } from '@centavo/testing';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { classifyPgError, CommitUnknownError } from './classify-pg-error.js';
import type { Database } from './database.port.js';

class CreateAccounts1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE accounts (id int PRIMARY KEY, balance bigint NOT NULL DEFAULT 0)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE accounts`);
  }
}

/** Resolves for all once so many have come. */
function meetingOf(expected: number): () => Promise<void> {
  const arrivals: (() => void)[] = [];
  return () =>
    new Promise((resolve) => {
      arrivals.push(resolve);
      if (arrivals.length >= expected) for (const arrive of arrivals.splice(0)) arrive();
    });
}

describe('PostgresDatabase', () => {
  let server: TestDatabase;
  let database: Database;
  let admin: Database;

  const balances = async (): Promise<bigint[]> => {
    const rows = await database.query<{ balance: bigint }>('SELECT balance FROM accounts ORDER BY id');
    return rows.map(({ balance }) => balance);
  };
  const endEveryConnection = (): Promise<unknown> =>
    admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                 WHERE datname = current_database() AND usename = 'payments'`);

  beforeAll(async () => {
    server = await startTestDatabase([{ name: 'payments', migrations: [CreateAccounts1700000000000] }]);
    database = await server.database('payments');
    admin = await server.adminDatabase('payments');
  });
  beforeEach(async () => {
    await admin.query('DELETE FROM accounts');
    await admin.query('INSERT INTO accounts VALUES (1), (2)');
  });
  afterAll(() => server.close());

  it('reads money as bigint and plain dates as text', async () => {
    const [row] = await database.query(
      `SELECT 9007199254740993::bigint AS amount, array[1::bigint, null] AS amounts, DATE '2026-11-21' AS day,
              '{"a": 1}'::jsonb AS data, array['x', 'y'] AS names, timestamptz '2026-01-01T00:00:00Z' AS at`,
    );

    expect(row).toEqual({
      amount: 9007199254740993n,
      amounts: [1n, null],
      day: '2026-11-21',
      data: { a: 1 },
      names: ['x', 'y'],
      at: new Date('2026-01-01T00:00:00Z'),
    });
  });

  it('takes arrays for unnest, bigints and JSON among them', async () => {
    const rows = await database.query(`SELECT * FROM unnest($1::bigint[], $2::text[], $3::jsonb[]) AS t (a, b, c)`, [
      [9007199254740993n, 2n],
      ['it\'s "quoted", with {braces}', null],
      [{ a: ['x'] }, { b: 1 }],
    ]);

    expect(rows).toEqual([
      { a: 9007199254740993n, b: 'it\'s "quoted", with {braces}', c: { a: ['x'] } },
      { a: 2n, b: null, c: { b: 1 } },
    ]);
  });

  it('never uses a generic plan', async () => {
    expect(await database.query('SHOW plan_cache_mode')).toEqual([{ plan_cache_mode: 'force_custom_plan' }]);
  });

  describe('transaction', () => {
    it('commits, returns the result and runs the effects in order', async () => {
      const effects: string[] = [];

      const result = await database.transaction(async (transaction) => {
        transaction.afterCommit(() => effects.push('first'));
        await transaction.query('UPDATE accounts SET balance = 5 WHERE id = 1');
        transaction.afterCommit(() => effects.push('second'));
        expect(effects).toEqual([]);
        return 'done';
      });

      expect({ result, effects }).toEqual({ result: 'done', effects: ['first', 'second'] });
      expect(await balances()).toEqual([5n, 0n]);
    });

    it('rolls back what threw and runs none of its effects', async () => {
      const effects: string[] = [];

      const outcome = database.transaction(async (transaction) => {
        await transaction.query('UPDATE accounts SET balance = 5 WHERE id = 1');
        transaction.afterCommit(() => effects.push('never'));
        throw new Error('changed my mind');
      });

      await expect(outcome).rejects.toThrow('changed my mind');
      expect(effects).toEqual([]);
      expect(await balances()).toEqual([0n, 0n]);
    });

    it('goes on with the other effects when one throws', async () => {
      const effects: string[] = [];

      await database.transaction(async (transaction) => {
        await transaction.query('UPDATE accounts SET balance = 5 WHERE id = 1');
        transaction.afterCommit(() => {
          throw new Error('an effect fails');
        });
        transaction.afterCommit(() => effects.push('still runs'));
      });

      expect(effects).toEqual(['still runs']);
      expect(await balances()).toEqual([5n, 0n]);
    });

    it('refuses to pass for committed when a failed statement was swallowed', async () => {
      const outcome = database.transaction(async (transaction) => {
        await transaction.query('UPDATE accounts SET balance = 5 WHERE id = 1');
        await transaction.query('SELECT 1 / 0').catch(() => undefined);
      });

      await expect(outcome).rejects.toThrow('Rolled back instead of committed');
      expect(await balances()).toEqual([0n, 0n]);
    });

    it('gives TypeORM the same transaction', async () => {
      const outcome = database.transaction(async ({ manager }) => {
        await manager.query('UPDATE accounts SET balance = 5 WHERE id = 1');
        await manager.transaction((nested) => nested.query('UPDATE accounts SET balance = 6 WHERE id = 2'));
        throw new Error('all of it');
      });

      await expect(outcome).rejects.toThrow('all of it');
      expect(await balances()).toEqual([0n, 0n]);
    });

    it('does a deadlocked transaction again, with the effects of its last attempt only', async () => {
      const bothHoldOne = meetingOf(2);
      let attempts = 0;
      let effects = 0;
      const move = (first: number, second: number): Promise<void> =>
        database.transaction(async (transaction) => {
          attempts += 1;
          transaction.afterCommit(() => (effects += 1));
          await transaction.query('UPDATE accounts SET balance = balance + 1 WHERE id = $1', [first]);
          if (attempts <= 2) await bothHoldOne();
          await transaction.query('UPDATE accounts SET balance = balance + 1 WHERE id = $1', [second]);
        });

      await Promise.all([move(1, 2), move(2, 1)]);

      expect({ attempts, effects }).toEqual({ attempts: 3, effects: 2 });
      expect(await balances()).toEqual([2n, 2n]);
    });

    it('does a transaction that could not be serialized again', async () => {
      const bothHaveRead = meetingOf(2);
      let attempts = 0;
      const increment = (): Promise<void> =>
        database.transaction(async (transaction) => {
          attempts += 1;
          await transaction.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
          await transaction.query('SELECT balance FROM accounts');
          if (attempts <= 2) await bothHaveRead();
          await transaction.query('UPDATE accounts SET balance = balance + 1 WHERE id = 1');
        });

      await Promise.all([increment(), increment()]);

      expect(attempts).toBe(3);
      expect(await balances()).toEqual([2n, 0n]);
    });

    it('gives up on a conflict that stays, with the error of the database', async () => {
      let attempts = 0;

      const outcome = database.transaction(async (transaction) => {
        attempts += 1;
        await transaction.query(`DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '40001'; END $$`);
      });

      await expect(outcome).rejects.toMatchObject({ code: '40001' });
      expect(attempts).toBe(4);
    });
  });

  describe('when PostgreSQL ends the connections', () => {
    afterEach(() => eventually(() => balances()));

    it('fails the open transaction as a lost connection and works again after', async () => {
      const outcome = database.transaction(async (transaction) => {
        await transaction.query('UPDATE accounts SET balance = 5 WHERE id = 1');
        await endEveryConnection();
        await transaction.query('UPDATE accounts SET balance = 6 WHERE id = 1');
      });

      const error: unknown = await outcome.catch((error: unknown) => error);
      expect(classifyPgError(error)).toBe('connection');
      await eventually(async () => expect(await balances()).toEqual([0n, 0n]));
      expect(await database.problem()).toBeNull();
    });

    it('says that it does not know the result when it happens during COMMIT', async () => {
      const effects: string[] = [];

      const outcome = database.transaction(async (transaction) => {
        await transaction.query('UPDATE accounts SET balance = 5 WHERE id = 1');
        transaction.afterCommit(() => effects.push('never'));
        await endEveryConnection();
      });

      const error: unknown = await outcome.catch((error: unknown) => error);
      expect(error).toBeInstanceOf(CommitUnknownError);
      expect(classifyPgError(error)).toBe('connection');
      expect(effects).toEqual([]);
    });

    it('replaces idle connections without anybody noticing', async () => {
      await Promise.all(Array.from({ length: 5 }, () => database.query('SELECT pg_sleep(0.01)')));
      await endEveryConnection();

      await eventually(async () => expect(await balances()).toEqual([0n, 0n]));
    });
  });
});
