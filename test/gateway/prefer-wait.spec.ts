import { commandsOf, created, type Charge, type CreateChargeDto } from '@centavo/contracts';
import { aChargeBody, aChargeBodyBy, eventually } from '@centavo/testing';
import { authorizationOf, type Reply, type TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';

const paidWith = (token: string, more: object = {}) => aChargeBody({ payment_details: { token, ...more } });

const outcome = ({ status, headers, body }: Reply<Charge>) => [
  status,
  body.data.status,
  headers.get('preference-applied'),
];

/** Stands in for payments: takes charges by keeping to itself what becomes of them. */
async function takeChargesForever(platform: TestPlatform, charge: Charge) {
  await platform.stopService('payments');
  return platform.bus.subscribe({
    group: 'payments',
    topics: [commandsOf('payments')],
    handlers: [{ kind: 'single', pattern: '*', handle: async () => created('Charge created.', charge) }],
    deadLetters: { add: () => Promise.resolve() },
  });
}

describe('With Prefer: wait=N, a new charge', () => {
  let platform: TestPlatform;
  let shop: TestMerchant;
  beforeAll(async () => {
    platform = await startPlatform({ RATE_LIMIT_PER_SECOND: '0' });
    shop = await platform.http.createMerchant();
  });
  afterAll(() => platform.stop());

  const create = (body: CreateChargeDto, headers: Record<string, string> = {}): Promise<Reply<Charge>> =>
    platform.http.post<Charge>('/v1/charges', shop.credentials, body, headers);

  it.each([
    ['captured', paidWith('tok_visa')],
    ['authorized', paidWith('tok_visa', { capture: false })],
    ['captured', aChargeBodyBy('debit_card')],
    ['captured', paidWith('tok_timeout_approved')],
    ['failed', paidWith('tok_insufficient_funds')],
  ])('is answered when it is %s, and with 201', async (status, body) => {
    const reply = await create(body, { prefer: 'wait=20' });
    expect(outcome(reply)).toEqual([201, status, 'wait=20']);
    const { data } = (await platform.http.get<Charge>(`/v1/charges/${reply.body.data.id}`, shop.credentials)).body;
    expect(data).toMatchObject(reply.body.data);
  });

  it.each(['pix', 'boleto'] as const)('by %s is answered at once, with its code', async (method) => {
    const startedAt = performance.now();
    const reply = await create(aChargeBodyBy(method), { prefer: 'wait=30' });
    expect(outcome(reply)).toEqual([201, 'pending', 'wait=30']);
    expect(Object.values(reply.body.data.payment_details)[0]).toEqual(expect.any(String));
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  it.each(['wait=0', 'wait=31', 'wait=soon', 'respond-async'])('is pending as ever for %s', async (prefer) => {
    expect(outcome(await create(paidWith('tok_timeout_approved'), { prefer }))).toEqual([201, 'pending', null]);
  });

  it('is refused as ever', async () => {
    const reply = await create(paidWith('tok_nobody'), { prefer: 'wait=5' });
    expect([reply.status, reply.body.error]).toEqual([422, 'invalid_token']);
  });

  it('is waited for again by whoever asks again under an idempotency key', async () => {
    const headers = { prefer: 'wait=20', 'idempotency-key': 'wait for it' };
    const [first, again] = [await create(aChargeBody(), headers), await create(aChargeBody(), headers)];
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body.data.status).toBe('captured');
  });
});

describe('While the outcome of a charge does not come', () => {
  let platform: TestPlatform;
  let shop: TestMerchant;
  let standIn: { stop(): Promise<void> };
  let reads: number;
  let isDatabaseAway: boolean;
  beforeEach(async () => {
    platform = await startPlatform({}, async (testDatabase) => {
      const database = await testDatabase.database('gateway');
      const query = database.query.bind(database);
      isDatabaseAway = false;
      database.query = (...statement) => {
        reads += Number(statement[0].includes('published_charges'));
        if (isDatabaseAway) return Promise.reject(new Error('away'));
        return query(...statement);
      };
      return database;
    });
    shop = await platform.http.createMerchant();
    const made = await platform.http.post<Charge>('/v1/charges', shop.credentials, aChargeBody());
    const id = '01900000-0000-7000-8000-000000000000';
    standIn = await takeChargesForever(platform, { ...made.body.data, id });
    reads = 0;
  });
  afterEach(async () => {
    await platform.stop();
    await standIn.stop();
  });

  const create = (prefer: string) =>
    platform.http.post<Charge>('/v1/charges', shop.credentials, aChargeBody(), { prefer });

  it('the answer is held for the time that was asked for, and then pending', async () => {
    const startedAt = performance.now();
    const { status, body, headers } = await create('wait=1');
    expect([status, body.data.status, headers.get('preference-applied')]).toEqual([201, 'pending', 'wait=1']);
    expect(performance.now() - startedAt).toBeGreaterThan(990);
    // 20, 40, 80, 160, 250 ms and so on: looking does not become a load.
    expect(reads).toBeGreaterThan(3);
    expect(reads).toBeLessThan(10);
  });

  it('a database that is away makes no error of a charge that is there', async () => {
    isDatabaseAway = true;
    const { status, body } = await create('wait=1');
    expect([status, body.data.status]).toEqual([201, 'pending']);
  });

  it('a gateway that stops answers what it knows', async () => {
    const waiting = create('wait=30');
    await eventually(() => reads > 0);
    const startedAt = performance.now();
    const stopped = platform.gateway.stop();
    expect((await waiting).body.data.status).toBe('pending');
    await stopped;
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  it('nobody looks for a client that has gone', async () => {
    const client = new AbortController();
    const waiting = fetch(`${platform.http.baseUrl}/v1/charges`, {
      method: 'POST',
      headers: {
        authorization: authorizationOf(shop.credentials),
        'content-type': 'application/json',
        prefer: 'wait=30',
      },
      body: JSON.stringify(aChargeBody()),
      signal: client.signal,
    });
    await eventually(() => reads > 0);
    client.abort();
    await expect(waiting).rejects.toThrow('aborted');
    // Whoever still looked would do so four times a second.
    let seen = -1;
    const isQuiet = () => {
      const before = seen;
      seen = reads;
      return before === reads;
    };
    await eventually(isQuiet, { everyMs: 600 });
    expect(reads).toBeLessThan(20);
  });
});
