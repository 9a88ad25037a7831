import type { PostgresDatabase } from '@centavo/persistence';
import { newId, SecretBox, sealText } from '@centavo/runtime';
import { eventually, lockWaiters, startTestDatabase, startTestProcess, type TestDatabase } from '@centavo/testing';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { countSealed, resealColumn } from './reseal-column.js';
import type { Resealing } from '../testing/reseal-process.main.js';
import type { SealedColumn } from './sealed-column.js';

class CreateNotes1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE notes (id bigint PRIMARY KEY, owner text NOT NULL, sealed bytea, answer text)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE notes');
  }
}

const NOTES: SealedColumn = {
  what: 'notes',
  table: 'notes',
  column: 'sealed',
  type: 'bytea',
  id: 'id',
  idType: 'bigint',
  owner: 'owner',
  where: 'sealed IS NOT NULL',
};
const ANSWERS: SealedColumn = { ...NOTES, column: 'answer', type: 'text', where: `answer LIKE '%"sealed:%'` };

const [OLD, NEW] = [1, 2].map((fill) => Buffer.alloc(32, fill).toString('base64')) as [string, string];
const [old, both, late] = [[OLD], [NEW, OLD], [NEW]].map((keys) => new SecretBox(keys)) as [
  SecretBox,
  SecretBox,
  SecretBox,
];

const secrets = (count: number) => Array.from({ length: count }, (_, index) => `secret ${index + 1}`);

describe('What is sealed in a table', () => {
  let server: TestDatabase;
  let database: PostgresDatabase;
  let admin: PostgresDatabase;
  beforeAll(async () => {
    server = await startTestDatabase([{ name: 'payments', migrations: [CreateNotes1700000000000] }]);
    database = await server.database('payments');
    admin = await server.adminDatabase('payments');
  });
  beforeEach(() => database.query('DELETE FROM notes'));
  afterAll(() => server.close());

  const keep = (count: number, box: SecretBox) =>
    database.query(
      `INSERT INTO notes (id, owner, sealed)
       SELECT n, 'owner ' || n, sealed FROM unnest($1::bytea[]) WITH ORDINALITY AS boxes (sealed, n)`,
      [Array.from({ length: count }, (_, index) => box.seal(`secret ${index + 1}`, `owner ${index + 1}`))],
    );
  const othersAtWork = () =>
    database.query(
      `SELECT query FROM pg_stat_activity
       WHERE datname = current_database() AND usename = current_user AND state = 'active' AND pid <> pg_backend_pid()`,
    );
  const openAll = async (box: SecretBox): Promise<string[]> => {
    const rows = await database.query<{ owner: string; sealed: Buffer }>('SELECT owner, sealed FROM notes ORDER BY id');
    return rows.map(({ owner, sealed }) => box.open(sealed, owner));
  };

  it('comes under the first key, and then is left alone', async () => {
    await keep(1001, old);
    expect(await countSealed(database, NOTES, both)).toEqual({ current: 0, earlier: 1001, unreadable: [] });
    expect(await resealColumn(database, NOTES, both)).toBe(1001);
    expect(await openAll(late)).toEqual(secrets(1001));
    expect(await resealColumn(database, NOTES, both)).toBe(0);
    expect(await countSealed(database, NOTES, both)).toEqual({ current: 1001, earlier: 0, unreadable: [] });
  });

  it('is all there when the one who does it is killed in the middle, and the next one finishes', async () => {
    await keep(1200, old);
    const blocker = admin.transaction(async (transaction) => {
      await transaction.query('SELECT FROM notes WHERE id = 700 FOR UPDATE');
      const asked: Resealing = {
        url: server.adminUrl,
        role: 'payments',
        password: server.password,
        secretsKeys: [NEW, OLD],
        column: NOTES,
      };
      const victim = startTestProcess(new URL('../testing/reseal-process.main.ts', import.meta.url), asked);
      await eventually(async () => expect(await lockWaiters(database)).toBe(1));
      await victim.kill();
      expect(victim.messages).toEqual([]);
    });
    await blocker;
    // The server may still carry out the statement that it was killed in.
    await eventually(async () => expect(await othersAtWork()).toEqual([]));

    expect(await openAll(both)).toEqual(secrets(1200));
    const { current, earlier } = await countSealed(database, NOTES, both);
    expect([500, 1000]).toContain(current);
    expect(current + earlier).toBe(1200);
    expect(await resealColumn(database, NOTES, both)).toBe(earlier);
    expect(await openAll(late)).toEqual(secrets(1200));
  });

  it('stays as somebody else has just changed it', async () => {
    await keep(2, old);
    const changed = late.seal('changed', 'owner 2');
    const racing = Object.create(database) as PostgresDatabase;
    racing.query = async (text: string, parameters?: readonly unknown[]) => {
      if (text.startsWith('UPDATE')) await database.query('UPDATE notes SET sealed = $1 WHERE id = 2', [changed]);
      return database.query(text, parameters) as never;
    };
    expect(await resealColumn(racing, NOTES, both)).toBe(1);
    expect(await openAll(late)).toEqual(['secret 1', 'changed']);
  });

  it('holds up nothing else when nobody can open it', async () => {
    await keep(3, old);
    await database.query('UPDATE notes SET sealed = $1 WHERE id = 2', [new SecretBox([NEW]).seal('x', 'another')]);
    expect(await resealColumn(database, NOTES, both)).toBe(2);
    expect(await countSealed(database, NOTES, both)).toEqual({ current: 2, earlier: 0, unreadable: ['2'] });
  });

  it('is found inside kept answers, where the id beside it says whose it is', async () => {
    const [id, inner] = [newId(), newId()];
    const answer = { ok: true, data: { id, secret: sealText(old, 'one', id), keys: [{ id: inner, n: 1.5 }] } };
    await database.query('INSERT INTO notes VALUES (1, $1, NULL, $2), (2, $1, NULL, $3)', [
      id,
      JSON.stringify({ ...answer, api_key: { id: inner, secret_key: sealText(old, 'two', inner) } }),
      JSON.stringify({ ok: true, data: null }),
    ]);
    expect(await resealColumn(database, ANSWERS, both)).toBe(1);
    expect(await countSealed(database, ANSWERS, late)).toEqual({ current: 1, earlier: 0, unreadable: [] });
    const [kept] = await database.query<{ answer: string }>('SELECT answer FROM notes WHERE id = 1');
    expect(JSON.parse(kept!.answer)).toMatchObject({ data: { id, keys: [{ id: inner, n: 1.5 }] } });
  });
});
