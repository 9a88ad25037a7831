import { commandsOf, created, eventsOf } from '@centavo/contracts';
import type { ReceivedMessage, RunningSubscription } from '@centavo/messaging';
import { PostgresDatabase } from '@centavo/persistence';
import { aChargeBody, eventually, PATIENT_CONNECTION } from '@centavo/testing';
import { CuttableLine } from '../cuttable-line.js';
import type { TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { startAnotherGateway } from '../support/another-gateway.js';

const NO_DEAD_LETTERS = { add: () => Promise.resolve() };

/** Answers `charges.create` instead of payments, when the test says so. */
async function standInForPayments(platform: TestPlatform, answer: (message: ReceivedMessage) => Promise<unknown>) {
  await platform.stopService('payments');
  return platform.bus.subscribe({
    group: 'payments',
    topics: [commandsOf('payments')],
    handlers: [{ kind: 'single', pattern: 'charges.create', handle: answer }],
    deadLetters: NO_DEAD_LETTERS,
  });
}

describe('When PostgreSQL is away', () => {
  let line: CuttableLine;
  let platform: TestPlatform;
  let shop: TestMerchant;
  beforeAll(async () => {
    platform = await startPlatform({}, async (testDatabase) => {
      line = await CuttableLine.to(testDatabase.adminUrl);
      return PostgresDatabase.connect({
        url: line.through(testDatabase.adminUrl),
        role: 'gateway',
        password: testDatabase.password,
        poolSize: 2,
        ...PATIENT_CONNECTION,
      });
    });
    shop = await platform.http.createMerchant();
  });
  afterAll(async () => {
    await platform.stop();
    await line.cut();
  });

  it('reads and new keys get 503 until it is back, and /health says so', async () => {
    expect((await platform.http.get('/v1/charges', shop.credentials)).status).toBe(200);
    await line.cut();
    const unavailable = await eventually(async () => {
      const reply = await platform.http.get('/v1/charges', shop.credentials);
      return reply.status === 503 && reply;
    });
    expect(unavailable).toMatchObject({ body: { success: false, error: 'service_unavailable' } });
    expect((unavailable as { headers: Headers }).headers.get('retry-after')).toBe('1');
    expect((await platform.http.get('/health')).status).toBe(503);

    await line.mend();
    await eventually(async () => (await platform.http.get('/v1/charges', shop.credentials)).status === 200);
    expect((await platform.http.get('/health')).status).toBe(200);
  });

  it('nobody is let in whose key cannot be checked any more', async () => {
    expect((await platform.http.get('/v1/charges', shop.credentials)).status).toBe(200);
    await line.cut();
    await eventually(
      async () => (await platform.http.post('/v1/charges', shop.credentials, aChargeBody())).status === 503,
    );
    await line.mend();
    await eventually(
      async () => (await platform.http.post('/v1/charges', shop.credentials, aChargeBody())).status === 201,
    );
  });
});

describe('When a service', () => {
  let platform: TestPlatform;
  let shop: TestMerchant;
  let standIn: RunningSubscription | undefined;
  beforeEach(async () => {
    platform = await startPlatform({ MAX_BACKLOG: '50' });
    shop = await platform.http.createMerchant();
  });
  afterEach(async () => {
    await platform.stop();
    await standIn?.stop();
    standIn = undefined;
  });
  const charge = () => platform.http.post('/v1/charges', shop.credentials, aChargeBody());

  it('is gone, its commands get 503 at once', async () => {
    await platform.stopService('payments');
    const reply = await charge();
    expect([reply.status, reply.body.error]).toEqual([503, 'service_unavailable']);
    expect(reply.headers.get('retry-after')).toBe('1');
  });

  it('does not answer in time, its commands get 504', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    standIn = await standInForPayments(platform, async () => {
      await released;
      return created('Charge created.', {});
    });
    const hasty = await startAnotherGateway(platform, { REPLY_TIMEOUT_MS: '1500' });
    const reply = await hasty.http.post('/v1/charges', shop.credentials, aChargeBody());
    expect([reply.status, reply.body.error]).toEqual([504, 'timeout']);
    release();
    await hasty.stop();
  });

  it('fails, the client is told nothing about it but the request id', async () => {
    standIn = await standInForPayments(platform, () => Promise.reject(new Error('password=hunter2')));
    const reply = await charge();
    expect([reply.status, reply.body.error]).toEqual([500, 'internal_error']);
    expect(JSON.stringify(reply.body)).not.toContain('hunter2');
    expect(reply.body.request_id).toBe(reply.headers.get('x-request-id'));
  });

  it('is far behind with events, new charges get 503 while everything else goes on', async () => {
    await platform.stopService('ledger');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    standIn = await platform.bus.subscribe({
      group: 'ledger',
      topics: [eventsOf('payments')],
      handlers: [{ kind: 'single', pattern: '*', handle: () => released }],
      deadLetters: NO_DEAD_LETTERS,
    });
    await Promise.all(Array.from({ length: 60 }, charge));
    const refused = await eventually(async () => {
      const reply = await charge();
      return reply.status === 503 && reply;
    });
    expect(refused).toMatchObject({ body: { error: 'service_unavailable' } });
    expect((await platform.http.get('/v1/charges', shop.credentials)).status).toBe(200);
    expect((await platform.http.post('/v1/api-keys', shop.credentials, { name: 'k' })).status).toBe(201);
    release();
    await eventually(async () => (await charge()).status === 201);
  });

  it('is slow while the gateway stops, what was begun is still answered', async () => {
    const { promise: isStarted, resolve: started } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    standIn = await standInForPayments(platform, async () => {
      started();
      await released;
      return created('Charge created.', {});
    });
    const pending = charge();
    await isStarted;
    const stopped = platform.gateway.stop();
    release();
    expect((await pending).status).toBe(201);
    await stopped;
    await expect(charge()).rejects.toThrow('fetch failed');
  });
});
