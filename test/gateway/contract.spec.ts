import { aChargeBody, aChargeBodyBy, eventually, hostileChargeBody, runs } from '@centavo/testing';
import fc from 'fast-check';
import { connect } from 'node:net';
import { OPERATOR, type TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { isAnyoneWaiting, whileLocked } from '../support/locks.js';

const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';

describe('The HTTP contract', () => {
  let platform: TestPlatform;
  let shop: TestMerchant;
  beforeAll(async () => {
    platform = await startPlatform({ RATE_LIMIT_PER_SECOND: '0' });
    shop = await platform.http.createMerchant();
  });
  afterAll(() => platform.stop());

  const call = (method: string, path: string, options: { body?: unknown; headers?: Record<string, string> } = {}) =>
    platform.http.call(method, path, { as: shop.credentials, ...options });

  describe('X-Request-Id', () => {
    it('is the client’s own when it is a word', async () => {
      const reply = await call('GET', '/v1/charges', { headers: { 'x-request-id': 'order-7.a_B' } });
      expect(reply.headers.get('x-request-id')).toBe('order-7.a_B');
    });

    it.each(['has space', 'x'.repeat(129), 'semi;colon'])('is a new one when it is %j', async (given) => {
      const reply = await call('GET', '/v1/nowhere', { headers: { 'x-request-id': given } });
      const id = reply.headers.get('x-request-id');
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      expect(reply.body.request_id).toBe(id);
    });
  });

  describe('Errors', () => {
    it.each(['{', '[]', 'null', '"x"', '', '{"__proto__": {}}'])('a body of %j is 400', async (body) => {
      const reply = await call('POST', '/v1/charges', { body });
      expect([reply.status, reply.body.error]).toEqual([400, 'invalid_json']);
    });

    it('no body at all is 400', async () => {
      const reply = await call('POST', '/v1/charges');
      expect([reply.status, reply.body.error]).toEqual([400, 'invalid_json']);
    });

    it('another content type is 415', async () => {
      const reply = await call('POST', '/v1/charges', { body: 'a=1', headers: { 'content-type': 'text/plain' } });
      expect([reply.status, reply.body.error]).toEqual([415, 'unsupported_media_type']);
    });

    it('a body above 1 MiB is 413', async () => {
      const reply = await call('POST', '/v1/charges', { body: { name: 'x'.repeat(1024 * 1024) } });
      expect([reply.status, reply.body.error]).toEqual([413, 'payload_too_large']);
    });

    it.each(['/', '/v1', '/v1/charges/', '/v2/charges', '/v1/%ff', `/v1/charges/${'x'.repeat(3000)}`, '/V1/charges'])(
      '%s is no route',
      async (path) => {
        const reply = await call('GET', path);
        expect([reply.status, reply.body.error]).toEqual([404, 'route_not_found']);
      },
    );

    it('a method that a route does not answer is 405 with those it does', async () => {
      const reply = await call('PATCH', '/v1/charges', { body: {} });
      expect([reply.status, reply.body.error]).toEqual([405, 'method_not_allowed']);
      expect(reply.headers.get('allow')).toBe('GET, HEAD, POST');
    });

    it.each(['7', 'x', `${UNKNOWN_ID}0`, 'a'.repeat(900), '%00', "';--"])('an id of %j is no UUID', async (id) => {
      const reply = await call('GET', `/v1/charges/${encodeURIComponent(id)}`);
      expect([reply.status, reply.body.error]).toEqual([400, 'invalid_uuid']);
    });

    it.each([
      ['charges', 'charge_not_found'],
      ['receivables', 'receivable_not_found'],
      ['wallets', 'wallet_not_found'],
      ['api-keys', 'api_key_not_found'],
    ])('an unknown id in /v1/%s is %s', async (resource, error) => {
      const reply = await call('GET', `/v1/${resource}/${UNKNOWN_ID}`);
      expect([reply.status, reply.body.error]).toEqual([404, error]);
    });

    it.each(['page=0', 'page=x', 'perPage=101', 'page=1&page=2', 'status=paid', 'created_from=yesterday', 'page=%ff'])(
      'the query ?%s is 400 and names the parameter',
      async (query) => {
        const reply = await call('GET', `/v1/charges?${query}`);
        expect([reply.status, reply.body.error]).toEqual([400, 'invalid_query_parameter']);
        expect(reply.body.details?.[0]?.field).toBe(query.split('=', 1)[0]);
      },
    );

    it('a text that PostgreSQL cannot store is 422', async () => {
      const reply = await call('POST', '/v1/api-keys', { body: '{"name": "a\\u0000b"}' });
      expect([reply.status, reply.body.details]).toEqual([422, [expect.objectContaining({ field: 'name' })]]);
    });

    it('what is no HTTP is answered in the envelope and closed', async () => {
      const answer = await new Promise<string>((resolve, reject) => {
        const socket = connect(platform.gateway.port, '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'));
        let text = '';
        socket.on('data', (chunk) => (text += String(chunk)));
        socket.on('close', () => resolve(text)).on('error', reject);
      });
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain('"error":"invalid_header"');
    });
  });

  describe('Idempotency-Key', () => {
    it('gives the first answer again, secret and all', async () => {
      const headers = { 'idempotency-key': 'key one' };
      const body = { name: 'mine', allowed_ips: [] };
      const first = await call('POST', '/v1/api-keys', { body, headers });
      const again = await call('POST', '/v1/api-keys', { body: { allowed_ips: [], name: 'mine' }, headers });
      expect(first.status).toBe(201);
      expect([again.status, again.body]).toEqual([first.status, first.body]);
      expect([first, again].map((reply) => reply.headers.get('idempotent-replayed'))).toEqual([null, 'true']);
    });

    it('is refused with another body', async () => {
      const headers = { 'idempotency-key': 'key two' };
      await call('POST', '/v1/api-keys', { body: { name: 'one' }, headers });
      const reply = await call('POST', '/v1/api-keys', { body: { name: 'two' }, headers });
      expect([reply.status, reply.body.error]).toEqual([422, 'idempotency_key_reused']);
    });

    it('keeps business errors too', async () => {
      const headers = { 'idempotency-key': 'key three' };
      const remove = () => call('DELETE', `/v1/api-keys/${UNKNOWN_ID}`, { headers });
      const [first, again] = [await remove(), await remove()];
      expect([first.status, again.status]).toEqual([404, 404]);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    });

    it('is another one on another path and for another merchant', async () => {
      const headers = { 'idempotency-key': 'key four' };
      const other = await platform.http.createMerchant();
      const body = { name: 'same' };
      const mine = await call('POST', '/v1/api-keys', { body, headers });
      const theirs = await platform.http.post<{ id: string }>('/v1/api-keys', other.credentials, body, headers);
      expect([mine.status, theirs.status]).toEqual([201, 201]);
      expect(theirs.headers.get('idempotent-replayed')).toBeNull();
    });

    it('makes a merchant once, with the same wallet and key in every answer', async () => {
      const headers = { 'idempotency-key': 'merchant one' };
      const body = { name: 'Loja', legal_name: 'Loja Ltda', tax_id: '11222333000181', email: 'a@loja.example' };
      const create = () => platform.http.post('/admin/v1/merchants', OPERATOR, body, headers);
      const [first, again] = [await create(), await create()];
      expect(first.status).toBe(201);
      expect([again.status, again.body]).toEqual([201, first.body]);
      expect([first, again].map((reply) => reply.headers.get('idempotent-replayed'))).toEqual([null, 'true']);
      const other = await platform.http.post('/admin/v1/merchants', OPERATOR, { ...body, name: 'Outra' }, headers);
      expect([other.status, other.body.error]).toEqual([422, 'idempotency_key_reused']);
    });

    it('is in progress while the first request is, and then gives its answer', async () => {
      const headers = { 'idempotency-key': 'merchant two' };
      const body = { name: 'Loja', legal_name: 'Loja Ltda', tax_id: '11222333000181', email: 'a@loja.example' };
      const create = () => platform.http.post('/admin/v1/merchants', OPERATOR, body, headers);
      const onboarding = await platform.testDatabase.adminDatabase('onboarding');
      const { first } = await whileLocked(onboarding, 'merchants', async () => {
        const waiting = create();
        await eventually(() => isAnyoneWaiting(platform.database('onboarding')));
        const meanwhile = await create();
        expect([meanwhile.status, meanwhile.body.error]).toEqual([409, 'idempotency_in_progress']);
        return { first: waiting };
      });
      const { body: made } = await first;
      expect((await create()).body).toEqual(made);
    });

    it.each(['é', 'x'.repeat(256)])('is 400 when it is %j', async (key) => {
      const reply = await call('POST', '/v1/api-keys', {
        body: { name: 'k' },
        headers: { 'idempotency-key': Buffer.from(key).toString('latin1') },
      });
      expect([reply.status, reply.body.error]).toEqual([400, 'invalid_idempotency_key']);
    });
  });

  describe('Charges', () => {
    it('are pending when they are made, and can be read at once', async () => {
      const made = await platform.http.post<{ id: string; status: string }>(
        '/v1/charges',
        shop.credentials,
        aChargeBody(),
      );
      expect([made.status, made.body.data.status]).toEqual([201, 'pending']);
      expect((await call('GET', `/v1/charges/${made.body.data.id}`)).status).toBe(200);
    });

    it('belong to their merchant alone', async () => {
      const made = await platform.http.post<{ id: string }>('/v1/charges', shop.credentials, aChargeBody());
      const other = await platform.http.createMerchant();
      const reply = await platform.http.get(`/v1/charges/${made.body.data.id}`, other.credentials);
      expect([reply.status, reply.body.error]).toEqual([404, 'charge_not_found']);
      expect((await platform.http.get('/v1/charges', other.credentials)).body.data).toEqual([]);
    });

    it('are refused for a submerchant that is unknown', async () => {
      const reply = await call('POST', '/v1/charges', { body: { ...aChargeBody(), submerchant_id: UNKNOWN_ID } });
      expect([reply.status, reply.body.error]).toEqual([422, 'submerchant_not_found']);
      expect(reply.body.details).toEqual([expect.objectContaining({ field: 'submerchant_id' })]);
    });

    it('take nothing from the body that the server decides', async () => {
      const mine = {
        id: UNKNOWN_ID,
        merchant_id: UNKNOWN_ID,
        status: 'captured',
        captured_amount: 10_000,
        fees: {},
        created_at: '2020-01-01T00:00:00Z',
        failure_code: 'card_declined',
        acquirer_name: 'mine',
      };
      const { body } = await platform.http.post<Record<string, unknown>>('/v1/charges', shop.credentials, {
        ...aChargeBody(),
        ...mine,
      });
      for (const [field, value] of Object.entries(mine)) expect(body.data[field]).not.toEqual(value);
    });

    it('are listed newest first, in pages', async () => {
      const owner = await platform.http.createMerchant();
      const ids: string[] = [];
      for (let count = 0; count < 5; count += 1) {
        const { body } = await platform.http.post<{ id: string }>('/v1/charges', owner.credentials, aChargeBody());
        ids.unshift(body.data.id);
      }
      const page = async (query: string) => {
        const { body } = await platform.http.get<{ id: string }[]>(`/v1/charges?${query}`, owner.credentials);
        return [body.data.map(({ id }) => id), body.pagination];
      };
      expect(await page('perPage=2')).toEqual([ids.slice(0, 2), { page: 1, perPage: 2, total: 5, totalPages: 3 }]);
      expect(await page('perPage=2&page=3')).toEqual([ids.slice(4), { page: 3, perPage: 2, total: 5, totalPages: 3 }]);
      expect(await page('perPage=2&page=9')).toEqual([[], { page: 9, perPage: 2, total: 5, totalPages: 3 }]);
      expect(await page('page=999999999999999')).toEqual([
        [],
        { page: 999_999_999_999_999, perPage: 20, total: 5, totalPages: 1 },
      ]);
      expect(await page('payment_method=pix')).toEqual([[], { page: 1, perPage: 20, total: 0, totalPages: 0 }]);
      expect(await page('created_to=2020-01-01&status=captured')).toEqual([
        [],
        { page: 1, perPage: 20, total: 0, totalPages: 0 },
      ]);
    });

    it('never break the server, whatever the body', async () => {
      await fc.assert(
        fc.asyncProperty(hostileChargeBody(aChargeBodyBy), async (body) => {
          const reply = await call('POST', '/v1/charges', { body });
          expect([201, 400, 422]).toContain(reply.status);
          expect(reply.status === 201 || (reply.body.details?.length ?? 1) > 0).toBe(true);
        }),
        runs(300),
      );
    });
  });

  it('documents every route in /openapi.json', async () => {
    const document = (await platform.http.get('/openapi.json')).body as unknown as { openapi: string; paths: object };
    expect(document.openapi).toBe('3.1.0');
    const documented = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item as object).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    const served = platform.gateway.routes
      .filter(({ method, path }) => !['HEAD', 'OPTIONS'].includes(method) && !/^\/(docs|openapi)/.test(path))
      .map(({ method, path }) => `${method} ${path}`);
    expect(documented.toSorted()).toEqual(served.toSorted());
  });

  it('refers to nothing in /openapi.json that is not there', async () => {
    const document = platform.gateway.openApi();
    const references = JSON.stringify(document).matchAll(/"#\/components\/schemas\/(.*?)"/g);
    const missing = [...references].map(([, name]) => name!).filter((name) => !document.components?.schemas?.[name]);
    expect(missing).toEqual([]);
    expect(document.components?.schemas?.['CustomerDto']).toBeDefined();
  });

  it('shows the docs page with nothing from elsewhere', async () => {
    const page = await fetch(`${platform.http.baseUrl}/docs/`);
    const html = await page.text();
    expect(html).toContain('js/scalar.js');
    expect(html).toMatch(/"showDeveloperTools":\s*"never"/);
    expect(html).not.toMatch(/(src|href)="(https?:)?\/\//);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});
