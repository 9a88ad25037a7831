import { newId, SecretBox } from '@centavo/runtime';
import { startTestDatabase, testSettings, type TestDatabase } from '@centavo/testing';
import type { PostgresDatabase } from '@centavo/persistence';
import { CompleteEndpoints1764400100000 } from './complete-endpoints.migration.js';
import { CreatePostbacks1763740400000 } from './create-postbacks.migration.js';
import { KeepPostbackSecrets1764400300000 } from './keep-postback-secrets.migration.js';
import { PrioritizeDeliveries1764400200000 } from './prioritize-deliveries.migration.js';

const UNTIL_THEN = [CreatePostbacks1763740400000, CompleteEndpoints1764400100000, PrioritizeDeliveries1764400200000];

describe('the migration of signing secrets', () => {
  const box = new SecretBox(testSettings().secretsKeys);
  const migration = new KeepPostbackSecrets1764400300000();
  let server: TestDatabase;
  let owner: PostgresDatabase;
  let runner: never;
  beforeAll(async () => {
    server = await startTestDatabase([{ name: 'webhooks', migrations: UNTIL_THEN }]);
    owner = await server.adminDatabase('webhooks');
    runner = { query: (text: string) => owner.query(text) } as never;
  });
  afterAll(() => server.close());

  const anEndpoint = async (deletedAt: Date | null = null): Promise<string> => {
    const id = newId();
    await owner.query(
      `INSERT INTO postback_endpoints (id, merchant_id, url, events, status, sealed_secret, deleted_at, created_at, updated_at)
       VALUES ($1, $1, 'https://example.com/', '{*}', 'inactive', $2, $3, now(), now())`,
      [id, box.seal(`secret of ${id}`, id), deletedAt],
    );
    return id;
  };
  const secretsOf = async (id: string) => {
    const rows = await owner.query<{ sealed_secret: Buffer; expires_at: Date | null }>(
      'SELECT sealed_secret, expires_at FROM postback_secrets WHERE endpoint_id = $1 ORDER BY id',
      [id],
    );
    return rows.map(({ sealed_secret, expires_at }) => [box.open(sealed_secret, id), expires_at]);
  };

  it('keeps the secrets of endpoints, and forgets those of removed ones', async () => {
    const [kept, removed] = [await anEndpoint(), await anEndpoint(new Date())];
    await migration.up(runner);
    expect(await secretsOf(kept)).toEqual([[`secret of ${kept}`, null]]);
    expect(await secretsOf(removed)).toEqual([]);

    await owner.query('UPDATE postback_secrets SET expires_at = now() WHERE endpoint_id = $1', [kept]);
    await owner.query('INSERT INTO postback_secrets (endpoint_id, sealed_secret, created_at) VALUES ($1, $2, now())', [
      kept,
      box.seal('another', kept),
    ]);
    await migration.down(runner);
    const rows = await owner.query<{ id: string; sealed_secret: Buffer }>(
      'SELECT id, sealed_secret FROM postback_endpoints',
    );
    expect(rows.map(({ id, sealed_secret }) => [id, box.open(sealed_secret, id)])).toEqual([[kept, 'another']]);

    await migration.up(runner);
    expect(await secretsOf(kept)).toEqual([['another', null]]);
  });
});
