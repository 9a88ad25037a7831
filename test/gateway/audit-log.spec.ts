import type { AuditLogEntry, Merchant } from '@centavo/contracts';
import { newId, sha256 } from '@centavo/runtime';
import { eventually } from '@centavo/testing';
import { OPERATOR } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { idAt } from '../support/charge-history.js';

const SECOND_TOKEN = 'a-second-operator-token';
const nameOf = (token: string) => `operator:${sha256(token).slice(0, 8)}`;

describe('The audit log', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startPlatform({ OPERATOR_TOKEN: `operator-token-for-tests,${SECOND_TOKEN}` });
  });
  afterAll(() => platform.stop());

  const list = async (query = '') =>
    (await platform.http.get<AuditLogEntry[]>(`/admin/v1/audit-log?${query}`, OPERATOR)).body;

  const idsOf = async (query: string) => (await list(`perPage=100&${query}`)).data.map((entry) => entry.id);

  /** The entry of a request, once it has its answer. */
  const entryOf = (requestId: string | null) =>
    eventually(async () => {
      const found = (await list('perPage=100')).data.find(({ request_id }) => request_id === requestId);
      expect(found?.status).toEqual(expect.any(Number));
      return found!;
    });

  const call = (method: string, path: string, body?: unknown, as: string = OPERATOR) =>
    platform.http.call(method, path, { as, body });

  it('has who did what, when, with which effect and which answer', async () => {
    const { merchant } = await platform.http.createMerchant();
    const path = `/admin/v1/merchants/${merchant.id}`;
    const body = { status: 'suspended' };
    const before = Date.now();
    const reply = await call('PATCH', `/admin/v1/merchants/${merchant.id.toUpperCase()}`, body);
    expect(reply.status).toBe(200);
    const entry = await entryOf(reply.headers.get('x-request-id'));
    expect(entry).toEqual({
      id: expect.any(String),
      occurred_at: expect.any(String),
      operator: nameOf('operator-token-for-tests'),
      method: 'PATCH',
      path: expect.stringMatching(new RegExp(`^${path}$`, 'i')),
      query: null,
      resource_id: merchant.id,
      request_id: reply.headers.get('x-request-id'),
      body,
      status: 200,
      error: null,
      effects: [
        {
          action: 'merchant.suspended',
          resource_id: merchant.id,
          details: { before: { status: 'active' }, after: { status: 'suspended' } },
          at: expect.any(String),
        },
      ],
    });
    expect(Date.parse(entry.occurred_at)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(entry.effects[0]!.at)).toBeGreaterThanOrEqual(before);
  });

  it('has reads, with what they asked for', async () => {
    const reply = await call('GET', '/admin/v1/merchants?status=active&page=2');
    expect(await entryOf(reply.headers.get('x-request-id'))).toMatchObject({
      method: 'GET',
      path: '/admin/v1/merchants',
      query: { status: 'active', page: '2' },
      body: null,
      status: 200,
      effects: [],
    });
  });

  it('tells operators apart without knowing their tokens', async () => {
    const reply = await call('GET', '/admin/v1/merchants', undefined, `Bearer ${SECOND_TOKEN}`);
    const entry = await entryOf(reply.headers.get('x-request-id'));
    expect(entry.operator).toBe(nameOf(SECOND_TOKEN));
    expect(JSON.stringify(entry)).not.toContain(SECOND_TOKEN);
  });

  it.each([
    ['what is not there', 'PATCH', `/admin/v1/merchants/${newId()}`, { status: 'active' }, 404, 'merchant_not_found'],
    ['a body that breaks a rule', 'POST', '/admin/v1/merchants', { name: 7 }, 422, 'validation_error'],
    ['a body that is no JSON', 'POST', '/admin/v1/merchants', '{ no json', 400, 'invalid_json'],
    ['a body that is too large', 'POST', '/admin/v1/merchants', `"${'x'.repeat(1_100_000)}"`, 413, 'payload_too_large'],
    ['an id that is none', 'GET', '/admin/v1/merchants/7', undefined, 400, 'invalid_uuid'],
    ['a query that is wrong', 'GET', '/admin/v1/merchants?page=0', undefined, 400, 'invalid_query_parameter'],
  ] as const)('has calls that were refused: %s', async (_, method, path, body, status, error) => {
    const reply = await call(method, path, body);
    expect([reply.status, reply.body.error]).toEqual([status, error]);
    expect(await entryOf(reply.headers.get('x-request-id'))).toMatchObject({ method, status, error, effects: [] });
  });

  it('has no calls of strangers: whoever is not let in does nothing', async () => {
    const reply = await call('GET', '/admin/v1/merchants', undefined, 'Bearer wrong');
    const later = await call('GET', '/admin/v1/merchants');
    await entryOf(later.headers.get('x-request-id'));
    const ids = (await list('perPage=100')).data.map(({ request_id }) => request_id);
    expect(ids).not.toContain(reply.headers.get('x-request-id'));
  });

  it('keeps no secret that somebody sends by mistake', async () => {
    const { merchant } = await platform.http.createMerchant();
    const reply = await call('PATCH', `/admin/v1/merchants/${merchant.id}?token=hush-1`, {
      transaction_pin: 'hush-2',
      fees: { secret_key: 'hush-3', pix: { bps: 1, fixed: 1 } },
      notes: 'sk_test_hush4',
    });
    expect(reply.status).toBe(200);
    const entry = await entryOf(reply.headers.get('x-request-id'));
    expect(JSON.stringify(entry)).not.toContain('hush');
    expect(entry.body).toMatchObject({ fees: { pix: { bps: 1, fixed: 1 } } });
  });

  it.each([
    ['a secret key', 'sk_test_hush5'],
    ['a secret key in disguise', 'sk%5Ftest%5Fhush6'],
    ['a card number', '4242424242424242'],
    ['a card number in groups', '4242%204242%204242%204242'],
    ['a secret key after what cannot be stored', '%00sk_test_hush7'],
  ])('keeps no secret of a path: %s', async (_, secret) => {
    const reply = await call('GET', `/admin/v1/merchants/${secret}`);
    expect([reply.status, reply.body.error]).toEqual([400, 'invalid_uuid']);
    const { path } = await entryOf(reply.headers.get('x-request-id'));
    expect(path).toMatch(/^\/admin\/v1\/merchants\/\uFFFD?\[secret\]$/);
  });

  it('has a path as it came when there is no secret in it', async () => {
    const reply = await call('GET', '/admin/v1/merchants/%C3%A9%2F');
    expect((await entryOf(reply.headers.get('x-request-id'))).path).toBe('/admin/v1/merchants/%C3%A9%2F');
  });

  it('has a query that cannot be stored, without what cannot', async () => {
    const refused = await call('GET', '/admin/v1/merchants?tax_id=a%00b&%00=1&x=%00&x=2');
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_query_parameter']);
    expect((await entryOf(refused.headers.get('x-request-id'))).query).toEqual({
      tax_id: 'a\uFFFDb',
      '\uFFFD': '1',
      x: ['\uFFFD', '2'],
    });
    const { merchant } = await platform.http.createMerchant();
    expect((await call('GET', `/admin/v1/merchants/${merchant.id}?x=%00`)).status).toBe(200);
  });

  it('has not the secret key of a merchant that was made', async () => {
    const { apiKey, merchant } = await platform.http.createMerchant();
    const { data } = await list(`resource_id=${merchant.id}`);
    expect(data[0]!.effects).toMatchObject([{ action: 'merchant.created', details: { api_key_id: apiKey.id } }]);
    expect(JSON.stringify(data)).not.toContain(apiKey.secret_key);
  });

  it('leaves out a body that is far too long', async () => {
    const reply = await call('POST', '/admin/v1/merchants', { name: 'x'.repeat(20_000) });
    const { body } = await entryOf(reply.headers.get('x-request-id'));
    expect(body).toEqual({ left_out: '20011 characters' });
  });

  it('has every call of a repeated request, and its effect once', async () => {
    const { merchant } = await platform.http.createMerchant();
    const options = { as: OPERATOR, body: { status: 'suspended' }, headers: { 'idempotency-key': newId() } };
    await platform.http.call('PATCH', `/admin/v1/merchants/${merchant.id}`, options);
    await platform.http.call('PATCH', `/admin/v1/merchants/${merchant.id}`, options);
    const { data } = await list(`resource_id=${merchant.id}&method=PATCH`);
    expect(data.map(({ effects }) => effects.length)).toEqual([0, 1]);
  });

  describe('asked for', () => {
    it('by resource has what its path named and what it changed, newest first', async () => {
      const { merchant } = await platform.http.createMerchant();
      await call('GET', `/admin/v1/merchants/${merchant.id}`);
      const { data, pagination } = await list(`resource_id=${merchant.id}&perPage=1`);
      expect(data).toMatchObject([{ method: 'GET', resource_id: merchant.id }]);
      expect(pagination).toEqual({ page: 1, perPage: 1, total: 2, totalPages: 2 });
      const { data: second } = await list(`resource_id=${merchant.id}&perPage=1&page=2`);
      expect(second).toMatchObject([{ method: 'POST', resource_id: null, path: '/admin/v1/merchants' }]);
    });

    it.each([
      [
        'operator',
        () => `operator=${nameOf(SECOND_TOKEN)}`,
        (entry: AuditLogEntry) => entry.operator === nameOf(SECOND_TOKEN),
      ],
      ['method', () => 'method=PATCH', (entry: AuditLogEntry) => entry.method === 'PATCH'],
      [
        'action',
        () => 'action=merchant.suspended',
        (entry: AuditLogEntry) => entry.effects.some(({ action }) => action === 'merchant.suspended'),
      ],
    ])('by %s has those and no others', async (_, query, isMeant) => {
      await call('GET', '/admin/v1/merchants', undefined, `Bearer ${SECOND_TOKEN}`);
      const { data } = await list(`${query()}&perPage=100`);
      expect(data.length).toBeGreaterThan(0);
      expect(data.filter((entry) => !isMeant(entry))).toEqual([]);
    });

    it('by date has what was called then', async () => {
      const reply = await call('GET', '/admin/v1/merchants');
      const { occurred_at: at, id } = await entryOf(reply.headers.get('x-request-id'));
      const earlier = new Date(Date.parse(at) - 1).toISOString();
      expect(await idsOf(`date_from=${at}&date_to=${at}`)).toContain(id);
      expect(await idsOf(`date_to=${earlier}`)).not.toContain(id);
      expect(await idsOf(`date_from=${earlier}`)).toContain(id);
    });

    it('by what was done counts an effect that came long after its call', async () => {
      const [merchantId, action] = [newId(), `merchant.tested-${newId()}`];
      const onboarding = platform.database('onboarding');
      const anOldCallTakesEffect = async (minutesAgo: number) => {
        const callId = idAt(Date.now() - minutesAgo * 60_000);
        await onboarding.query(
          `INSERT INTO audit_calls (id, operator, method, path, request_id) VALUES ($1, 'operator:0', 'PATCH', '/', '-')`,
          [callId],
        );
        await onboarding.query(
          `INSERT INTO audit_effects (id, call_id, action, resource_id, details, at) VALUES ($1, $2, $3, $4, '{}', now())`,
          [newId(), callId, action, merchantId],
        );
      };
      const totals = async () => {
        const [byAction, byResource] = [await list(`action=${action}`), await list(`resource_id=${merchantId}`)];
        return [byAction.pagination!.total, byResource.pagination!.total];
      };
      await anOldCallTakesEffect(60);
      expect(await totals()).toEqual([1, 1]);
      await anOldCallTakesEffect(120);
      expect(await totals()).toEqual([2, 2]);
    });

    it.each(['method=OPTIONS', 'resource_id=7', 'date_from=yesterday', 'operator=', 'operator=%00'])(
      'is not by %s',
      async (query) => {
        const reply = await platform.http.get(`/admin/v1/audit-log?${query}`, OPERATOR);
        expect([reply.status, reply.body.error]).toEqual([400, 'invalid_query_parameter']);
      },
    );
  });

  it('is for operators alone', async () => {
    const { credentials } = await platform.http.createMerchant();
    expect((await platform.http.get('/admin/v1/audit-log', credentials)).status).toBe(401);
  });
});

describe('An audit log that cannot be written', () => {
  let platform: TestPlatform;
  beforeAll(async () => (platform = await startPlatform()));
  afterAll(() => platform.stop());

  it('lets no operator do anything, and merchants go on', async () => {
    const { merchant, credentials } = await platform.http.createMerchant();
    await platform.stopService('onboarding');
    for (const [method, path, body] of [
      ['PATCH', `/admin/v1/merchants/${merchant.id}`, { status: 'suspended' }],
      ['GET', '/admin/v1/merchants', undefined],
    ] as const) {
      const reply = await platform.http.call(method, path, { as: OPERATOR, body });
      expect([reply.status, reply.body.error]).toEqual([503, 'service_unavailable']);
      expect(reply.headers.get('retry-after')).toBe('1');
      expect(reply.body.message).toContain('not carried out');
    }
    const [{ status }] = (await platform
      .database('onboarding')
      .query<Merchant>(`SELECT status FROM merchants WHERE id = $1`, [merchant.id])) as [Merchant];
    expect(status).toBe('active');
    expect((await platform.http.get('/v1/charges', credentials)).status).toBe(200);
  });
});
