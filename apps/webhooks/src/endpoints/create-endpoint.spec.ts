import { commandsOf, type Answer, type CreatePostbackEndpointCommand, type PostbackEndpoint } from '@centavo/contracts';
import { BUS_TABLES_MIGRATION, InProcessBus, type Bus } from '@centavo/messaging';
import type { Database } from '@centavo/persistence';
import { newId, openText, SecretBox } from '@centavo/runtime';
import { silentLogger, startTestDatabase, testSettings, type TestDatabase } from '@centavo/testing';
import { WEBHOOKS_MIGRATIONS } from '../migrations/index.js';
import { startWebhooks, type RunningWebhooks } from '../testing/start-webhooks.js';

const WEBHOOKS = { name: 'webhooks', migrations: WEBHOOKS_MIGRATIONS };

const endpointOf = (answer: Answer<PostbackEndpoint>): PostbackEndpoint => {
  if (!answer.ok) throw new Error(answer.message);
  return answer.data;
};

describe('postback-endpoints.create', () => {
  const settings = testSettings();
  let server: TestDatabase;
  let database: Database;
  let bus: InProcessBus;
  let webhooks: RunningWebhooks;

  beforeAll(async () => {
    server = await startTestDatabase([WEBHOOKS], { shared: [BUS_TABLES_MIGRATION] });
    database = await server.database('webhooks');
    bus = new InProcessBus({ logger: silentLogger });
    webhooks = await startWebhooks({ bus, database, settings, logger: silentLogger });
  });

  afterAll(async () => {
    await webhooks.stop();
    await bus.close();
    await server.close();
  });

  const create = async (
    body: object,
    fields: Partial<CreatePostbackEndpointCommand> = {},
    { on = bus, messageId = newId() }: { on?: Bus; messageId?: string } = {},
  ) => {
    const merchantId = fields.merchant_id ?? newId();
    const command = { endpoint_id: newId(), merchant_id: merchantId, idempotency: null, body, ...fields };
    const message = {
      id: messageId,
      type: 'postback-endpoints.create',
      topic: commandsOf('webhooks'),
      key: newId(),
      headers: {},
    };
    return (await on.request({ ...message, value: JSON.stringify(command) }, 60_000)) as Answer<PostbackEndpoint>;
  };
  const secretOf = (endpoint: PostbackEndpoint): string =>
    openText(new SecretBox(settings.secretsKeys), endpoint.secret!, endpoint.id);

  it('makes an active endpoint and shows its secret, sealed for the way to the gateway', async () => {
    const id = newId();
    const answer = await create(
      { url: 'https://example.com/hook', events: ['charge.*', 'receivable.pending'] },
      { endpoint_id: id },
    );
    expect(answer).toMatchObject({ ok: true, status: 201 });
    const endpoint = endpointOf(answer);
    expect(endpoint).toMatchObject({
      id,
      url: 'https://example.com/hook',
      has_secret: true,
      events: ['charge.*', 'receivable.pending'],
      status: 'active',
    });
    expect(secretOf(endpoint)).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  });

  it('publishes it to the gateway without its secret', async () => {
    const merchantId = newId();
    await create({ url: 'https://example.com/', events: ['*'] }, { merchant_id: merchantId });
    const gateway = await server.database('gateway');
    const rows = await gateway.query('SELECT * FROM webhooks.published_postback_endpoints WHERE merchant_id = $1', [
      merchantId,
    ]);
    expect(rows).toHaveLength(1);
    expect(Object.keys(rows[0]!).toSorted()).toEqual([
      'created_at',
      'disabled_at',
      'disabled_reason',
      'events',
      'id',
      'merchant_id',
      'status',
      'updated_at',
      'url',
    ]);
    await expect(gateway.query('SELECT * FROM webhooks.postback_endpoints')).rejects.toThrow('permission denied');
  });

  it('gives the same secret again when the bus brings the command twice, without any key of the client', async () => {
    const [merchantId, messageId] = [newId(), newId()];
    const command = { merchant_id: merchantId, endpoint_id: newId() };
    const first = await create({ url: 'https://example.com/', events: ['*'] }, command, { messageId });
    const second = await create({ url: 'https://example.com/', events: ['*'] }, command, { messageId });
    expect(secretOf(endpointOf(second))).toBe(secretOf(endpointOf(first)));
    const deadLetters = await database.query('SELECT FROM dead_letters WHERE message_id = $1', [messageId]);
    expect(deadLetters).toEqual([]);
  });

  it('gives the same secret again for the same idempotency key, and makes one endpoint', async () => {
    const merchantId = newId();
    const request = { scope: 'POST /v1/postbacks/endpoints', key: 'key-1', fingerprint: 'body-1' };
    const body = { url: 'https://example.com/', events: ['*'] };
    const [first, second] = [
      await create(body, { merchant_id: merchantId, idempotency: request }),
      await create(body, { merchant_id: merchantId, idempotency: request }),
    ];
    expect(second).toMatchObject({ ok: true, status: 201, replayed: true });
    expect(secretOf(endpointOf(second))).toBe(secretOf(endpointOf(first)));
    const rows = await database.query('SELECT id FROM postback_endpoints WHERE merchant_id = $1', [merchantId]);
    expect(rows).toHaveLength(1);
  });

  it('keeps no secret in clear in any table', async () => {
    const request = { scope: 'POST /v1/postbacks/endpoints', key: 'key-2', fingerprint: 'body-2' };
    const secret = secretOf(
      endpointOf(await create({ url: 'https://example.com/', events: ['*'] }, { idempotency: request })),
    );
    const tables = await database.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'webhooks'::regnamespace AND relkind IN ('r', 'p')
         AND has_table_privilege(oid, 'SELECT')`,
    );
    const key = secret.slice('whsec_'.length);
    const forms = [key, Buffer.from(key, 'base64').toString('hex'), Buffer.from(secret).toString('hex')];
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['postback_endpoints', 'idempotency_keys']));
    for (const { name } of tables) {
      const text = JSON.stringify(await database.query(`SELECT t::text FROM ${name} t`));
      for (const form of forms) expect(text).not.toContain(form);
    }
  });

  it('takes fifty of a merchant, also of sixty at once, and another when one is gone', async () => {
    const merchantId = newId();
    const body = { url: 'https://example.com/', events: ['*'] };
    const command = { merchant_id: merchantId };
    const answers = await Promise.all(Array.from({ length: 60 }, () => create(body, command)));
    const refused = answers.filter(({ ok }) => !ok);
    expect(refused).toHaveLength(10);
    for (const refusal of refused) expect(refusal).toMatchObject({ error: 'postback_endpoint_limit_reached' });
    const rows = await database.query<{ id: string }>('SELECT id FROM postback_endpoints WHERE merchant_id = $1', [
      merchantId,
    ]);
    expect(rows).toHaveLength(50);
    const secrets = 'SELECT FROM postback_secrets WHERE endpoint_id = ANY ($1)';
    expect(await database.query(secrets, [rows.map(({ id }) => id)])).toHaveLength(50);

    await database.query(`UPDATE postback_endpoints SET status = 'inactive', deleted_at = now() WHERE id = $1`, [
      rows[0]!.id,
    ]);
    expect(await create(body, command)).toMatchObject({ ok: true });
    expect(await create(body, command)).toMatchObject({ error: 'postback_endpoint_limit_reached' });
    expect(await create(body)).toMatchObject({ ok: true });
  });

  it.each([
    [
      'an unknown event',
      { url: 'https://example.com', events: ['charge.pending', 'charge.unknown'] },
      'validation_error',
      ['events.1'],
    ],
    [
      'an internal event',
      { url: 'https://example.com', events: ['merchant.active'] },
      'validation_error',
      ['events.0'],
    ],
    ['no URL', { url: 'example.com/hook', events: ['*'] }, 'validation_error', ['url']],
    ['another scheme', { url: 'ftp://example.com', events: ['*'] }, 'validation_error', ['url']],
    ['a private address', { url: 'http://10.0.0.1/', events: ['*'] }, 'url_not_allowed', ['url']],
    ['an address in disguise', { url: 'http://0xa9fea9fe/', events: ['*'] }, 'url_not_allowed', ['url']],
    ['credentials in the URL', { url: 'https://a:b@example.com/', events: ['*'] }, 'url_not_allowed', ['url']],
    [
      'several mistakes',
      { url: 'http://10.0.0.1/', events: ['nothing', '*', 'none.*'] },
      'validation_error',
      ['url', 'events.0', 'events.2'],
    ],
  ])('refuses %s', async (_case, body, error, fields) => {
    const answer = await create(body);
    expect(answer).toMatchObject({ ok: false, error });
    expect(answer.ok || answer.details?.map(({ field }) => field)).toEqual(fields);
  });

  describe('in production', () => {
    it('refuses http and local receivers', async () => {
      const production = testSettings({ ENVIRONMENT: 'production', POSTBACK_ALLOWED_NETWORKS: '' });
      const ownBus = new InProcessBus({ logger: silentLogger });
      const instance = await startWebhooks({ bus: ownBus, database, settings: production, logger: silentLogger });
      for (const url of ['http://example.com/', 'https://localhost/', 'https://127.0.0.1/']) {
        await expect(create({ url, events: ['*'] }, {}, { on: ownBus })).resolves.toMatchObject({
          error: 'url_not_allowed',
        });
      }
      await expect(create({ url: 'https://example.com/', events: ['*'] }, {}, { on: ownBus })).resolves.toMatchObject({
        ok: true,
      });
      await instance.stop();
      await ownBus.close();
    });
  });
});
