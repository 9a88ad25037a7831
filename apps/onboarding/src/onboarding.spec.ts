import type { Answer, ApiKey, CommandName, Merchant } from '@centavo/contracts';
import { BUS_TABLES_MIGRATION, InProcessBus, type AddressedMessage, type ReceivedMessage } from '@centavo/messaging';
import type { PostgresDatabase } from '@centavo/persistence';
import { Metrics, newId, openText, SecretBox, SecretBoxError, sha256 } from '@centavo/runtime';
import { startService, type RunningApp } from '@centavo/service';
import {
  eventually,
  silentLogger,
  startTestDatabase,
  testClock,
  testSettings,
  type TestDatabase,
} from '@centavo/testing';
import { onboardingService } from './onboarding.service.js';

const settings = testSettings();
const box = new SecretBox(settings.secretsKeys);

let testDatabase: TestDatabase;
let database: PostgresDatabase;
let bus: InProcessBus;
let service: RunningApp;
const events: ReceivedMessage[] = [];

beforeAll(async () => {
  testDatabase = await startTestDatabase([onboardingService], { shared: [BUS_TABLES_MIGRATION] });
  database = await testDatabase.database('onboarding');
  bus = new InProcessBus({ logger: silentLogger });
  const platform = { settings, bus, database, logger: silentLogger, clock: testClock(), metrics: new Metrics() };
  service = await startService(onboardingService, platform);
  await bus.subscribe({
    group: 'listener',
    topics: ['onboarding.events'],
    handlers: [{ kind: 'single', pattern: '*', handle: async (message) => void events.push(message) }],
    deadLetters: { add: ({ reason }) => Promise.reject(new Error(reason)) },
  });
});
afterAll(async () => {
  await service.stop();
  await bus.close();
  await testDatabase.close();
});

function command(type: CommandName, payload: object): AddressedMessage {
  const headers = { correlationId: 'request-1' };
  return { topic: 'onboarding.commands', id: newId(), type, key: newId(), value: JSON.stringify(payload), headers };
}

const send = async <Data>(message: AddressedMessage) => (await bus.request(message, 60_000)) as Answer<Data>;

async function succeed<Data>(message: AddressedMessage): Promise<Data> {
  const answer = await send<Data>(message);
  if (!answer.ok) throw new Error(`refused: ${answer.error}`);
  return answer.data;
}

const newMerchant = () =>
  command('merchants.create', {
    merchant_id: newId(),
    wallet_id: newId(),
    operator: 'operator:00000000',
    audit_call_id: newId(),
    idempotency: null,
    body: { name: 'Loja', legal_name: 'Loja Ltda', tax_id: '11222333000181', email: 'a@loja.example' },
  });

type Created = { merchant: Merchant; api_key: ApiKey };

const newKey = (merchantId: string, body: object = { name: 'k' }, idempotency: object | null = null) =>
  command('api-keys.create', { merchant_id: merchantId, api_key_id: newId(), idempotency, body });

const revoke = (merchantId: string, id: string) =>
  command('api-keys.revoke', { merchant_id: merchantId, api_key_id: id, idempotency: null, body: null });

const version = async () =>
  (await database.query<{ version: bigint }>(`SELECT version FROM published_access_version`))[0]!.version;

describe('A new merchant', () => {
  it('is active, on the default fees, with a key whose secret only its owner can open', async () => {
    const { merchant, api_key: apiKey } = await succeed<Created>(newMerchant());
    expect(merchant).toMatchObject({ status: 'active', fees: { debit_card: { bps: 150, fixed: 0 } } });
    const secret = openText(box, apiKey.secret_key!, apiKey.id);
    expect(apiKey.public_key).toMatch(/^pk_test_[0-9A-Za-z]{22}$/);
    expect(secret).toMatch(/^sk_test_[0-9A-Za-z]{43}$/);
    expect(() => openText(box, apiKey.secret_key!, newId())).toThrow(SecretBoxError);
  });

  it('is told to the platform with the whole merchant and who it is about', async () => {
    const { merchant } = await succeed<Created>(newMerchant());
    const event = await eventually(() => events.find(({ key }) => key === merchant.id) ?? false);
    const { headers, type, payload } = event as ReceivedMessage;
    expect(type).toBe('merchant.active');
    expect(headers).toMatchObject({ merchantId: merchant.id, resourceId: merchant.id, correlationId: 'request-1' });
    expect(payload).toMatchObject({ event: 'merchant.active', sequence: 1, data: merchant });
  });

  it('is made once, however often its command is delivered', async () => {
    const message = newMerchant();
    const [first, again] = [await succeed<Created>(message), await succeed<Created>(message)];
    expect(again).toEqual(first);
    const rows = await database.query(`SELECT FROM merchants WHERE id = $1`, [first.merchant.id]);
    expect(rows).toHaveLength(1);
  });
});

describe('A new API key', () => {
  it('leaves its secret in no table: not in its row, not in the kept answer', async () => {
    const { merchant } = await succeed<Created>(newMerchant());
    const idempotency = { scope: 'POST /v1/api-keys', key: 'one', fingerprint: 'f' };
    const key = await succeed<ApiKey>(newKey(merchant.id, { name: 'k' }, idempotency));
    const secret = openText(box, key.secret_key!, key.id);
    const tables = await database.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'onboarding' AND table_type = 'BASE TABLE'
       AND table_name <> 'migrations'`,
    );
    const contents = await Promise.all(
      tables.map(({ name }) => database.query(`SELECT ${name}::text AS row FROM ${name}`)),
    );
    const text = JSON.stringify(contents);
    expect(text).toContain(sha256(secret));
    expect(text).not.toContain(secret);
  });

  it('comes with the same secret when the client asks again', async () => {
    const { merchant } = await succeed<Created>(newMerchant());
    const idempotency = { scope: 'POST /v1/api-keys', key: 'two', fingerprint: 'f' };
    const answers = [
      await send<ApiKey>(newKey(merchant.id, { name: 'k' }, idempotency)),
      await send<ApiKey>(newKey(merchant.id, { name: 'k' }, idempotency)),
    ];
    expect(answers[1]).toEqual({ ...answers[0], replayed: true });
  });

  it.each([
    '10',
    '0x7f.1',
    '127.1',
    '256.0.0.1',
    'example.com',
    '10.0.0.0/33',
    '10.0.0.0/',
    '::g',
    'fe80::1%eth0',
    ' 10.0.0.1',
  ])('is refused with %j among its addresses', async (entry) => {
    const answer = await send(newKey(newId(), { name: 'k', allowed_ips: ['10.0.0.0/8', entry] }));
    expect(answer).toMatchObject({
      ok: false,
      error: 'validation_error',
      details: [{ field: 'allowed_ips.1', code: 'invalid_format' }],
    });
  });
});

describe('Revoking an API key', () => {
  it('takes it out of the list of keys and marks its credential', async () => {
    const { merchant, api_key: apiKey } = await succeed<Created>(newMerchant());
    expect(await succeed(revoke(merchant.id, apiKey.id))).toEqual({ id: apiKey.id, deleted: true });
    expect(await database.query(`SELECT FROM published_api_keys WHERE id = $1`, [apiKey.id])).toEqual([]);
    const credentials = await database.query(`SELECT is_revoked FROM published_credentials WHERE api_key_id = $1`, [
      apiKey.id,
    ]);
    expect(credentials).toEqual([{ is_revoked: true }]);
  });

  it('is not possible for another merchant, nor twice', async () => {
    const { merchant, api_key: apiKey } = await succeed<Created>(newMerchant());
    const { merchant: stranger } = await succeed<Created>(newMerchant());
    expect(await send(revoke(stranger.id, apiKey.id))).toMatchObject({ error: 'api_key_not_found' });
    await succeed(revoke(merchant.id, apiKey.id));
    expect(await send(revoke(merchant.id, apiKey.id))).toMatchObject({ error: 'api_key_not_found' });
  });
});

describe('The keys of a merchant that nobody knows', () => {
  const [nobody, id] = [newId(), newId()];
  const rename = { merchant_id: nobody, api_key_id: id, idempotency: null, body: { name: 'renamed' } };

  it.each([
    ['made', newKey(nobody)],
    ['changed', command('api-keys.update', rename)],
    ['revoked', revoke(nobody, id)],
  ])('cannot be %s', async (_, message) => {
    expect(await send(message)).toMatchObject({ ok: false, error: 'merchant_not_found' });
  });
});

describe('The access version', () => {
  it.each([
    [`UPDATE api_keys SET is_active = NOT is_active WHERE id = $1`],
    [`UPDATE api_keys SET allowed_ips = '{10.0.0.1}' WHERE id = $1`],
    [`UPDATE api_keys SET revoked_at = now() WHERE id = $1`],
    [`UPDATE merchants SET status = 'suspended' FROM api_keys k WHERE k.merchant_id = merchants.id AND k.id = $1`],
    [`UPDATE merchants SET fees = '{}' FROM api_keys k WHERE k.merchant_id = merchants.id AND k.id = $1`],
  ])('grows with %s, and the key carries the new one', async (statement) => {
    const { api_key: apiKey } = await succeed<Created>(newMerchant());
    const before = await version();
    await database.query(statement, [apiKey.id]);
    const [key] = await database.query<{ access_version: bigint }>(
      `SELECT access_version FROM api_keys WHERE id = $1`,
      [apiKey.id],
    );
    expect(await version()).toBeGreaterThan(before);
    expect(key!.access_version).toBe(await version());
  });

  it.each([
    [`UPDATE api_keys SET name = 'renamed' WHERE id = $1`],
    [
      `UPDATE merchants SET status = m.status, fees = m.fees, withdrawal_methods = '{pix}'
      FROM merchants m JOIN api_keys k ON k.merchant_id = m.id WHERE merchants.id = m.id AND k.id = $1`,
    ],
  ])('stays with %s: nothing changed that authentication looks at', async (statement) => {
    const { api_key: apiKey } = await succeed<Created>(newMerchant());
    const before = await version();
    await database.query(statement, [apiKey.id]);
    expect(await version()).toBe(before);
  });
});

it('has sent nothing to the dead letters', async () => {
  expect(await database.query('SELECT reason FROM dead_letters')).toEqual([]);
});
