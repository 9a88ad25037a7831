import type { ApiKey } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { eventually } from '@centavo/testing';
import type { Credentials, HttpClient, TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { startAnotherGateway, type AnotherGateway } from '../support/another-gateway.js';

const addresses = (count: number) => Array.from({ length: count }, (_, index) => `10.0.0.${index}`);

/** A body with what is wrong with it: `code field`. */
const REFUSED: readonly (readonly [body: object, ...broken: string[]])[] = [
  [{ name: '' }, 'invalid_length name'],
  [{ name: 'x'.repeat(256) }, 'invalid_length name'],
  [{ name: 7 }, 'invalid_type name'],
  [{ name: null }, 'required name'],
  [{ is_active: 'no' }, 'invalid_type is_active'],
  [{ is_active: 0 }, 'invalid_type is_active'],
  [{ is_active: null }, 'required is_active'],
  [{ allowed_ips: '10.0.0.1' }, 'invalid_type allowed_ips'],
  [{ allowed_ips: null }, 'required allowed_ips'],
  [{ allowed_ips: addresses(51) }, 'invalid_length allowed_ips'],
  [{ allowed_ips: [7] }, 'invalid_type allowed_ips'],
  [
    { allowed_ips: ['localhost', '10.0.0.1', '10.0.0.0/33'] },
    'invalid_format allowed_ips.0',
    'invalid_format allowed_ips.2',
  ],
  [{ allowed_ips: ['fe80::1%eth0'] }, 'invalid_format allowed_ips.0'],
  [{ allowed_ips: ['127.1'] }, 'invalid_format allowed_ips.0'],
  [{ name: '', is_active: 1 }, 'invalid_length name', 'invalid_type is_active'],
];

const TAKEN: readonly object[] = [
  {},
  { name: 'x'.repeat(255) },
  { is_active: false },
  { is_active: true, name: 'k', allowed_ips: [] },
  { allowed_ips: addresses(50) },
  { allowed_ips: ['203.0.113.9', '203.0.113.0/24', '2001:db8::1', '2001:db8::/32', '::ffff:203.0.113.9'] },
];

const both = (outcome: string) => [outcome, outcome];

type Pair = { readonly publicKey: string; readonly secretKey: string };

/** Whether a key is let in by a gateway that is told where the request comes from, or why not. */
const outcome = async (http: HttpClient, as: Pair, forwarded: string) => {
  const reply = await http.call('GET', '/v1/charges', { as, headers: { 'x-forwarded-for': forwarded } });
  return reply.body.error ?? 'in';
};

describe('API keys', () => {
  let platform: TestPlatform;
  let other: AnotherGateway;
  let shop: TestMerchant;
  beforeAll(async () => {
    platform = await startPlatform();
    other = await startAnotherGateway(platform);
    shop = await platform.http.createMerchant();
  });
  afterAll(async () => {
    await other.stop();
    await platform.stop();
  });

  async function newKey(body: object = {}, as: Credentials = shop.credentials): Promise<{ key: ApiKey; pair: Pair }> {
    const { body: answer } = await platform.http.post<ApiKey>('/v1/api-keys', as, { name: 'k', ...body });
    const { secret_key: secretKey, ...key } = answer.data;
    return { key, pair: { publicKey: key.public_key, secretKey: secretKey! } };
  }

  const patch = (id: string, body: unknown, as: Credentials = shop.credentials, headers = {}) =>
    platform.http.call<ApiKey>('PATCH', `/v1/api-keys/${id}`, { as, body, headers });
  const read = async (id: string) =>
    (await platform.http.get<ApiKey>(`/v1/api-keys/${id}`, shop.credentials)).body.data;

  const lastUsed = async (id: string) => (await read(id)).last_used_at;

  const outcomes = (pair: Pair) =>
    Promise.all(
      [platform.http, other.http].map(async (http) => (await http.get('/v1/charges', pair)).body.error ?? 'in'),
    );

  it('are listed with all that is known of them but the secret', async () => {
    const { key } = await newKey({ allowed_ips: ['203.0.113.0/24'] });
    const { body } = await platform.http.get<ApiKey[]>('/v1/api-keys', shop.credentials);
    expect(body.data.find(({ id }) => id === key.id)).toEqual({
      id: key.id,
      name: 'k',
      public_key: key.public_key,
      is_active: true,
      allowed_ips: ['203.0.113.0/24'],
      last_used_at: null,
      created_at: key.created_at,
    });
  });

  it.each(TAKEN)('take %j', async (body) => {
    const { key } = await newKey();
    const reply = await patch(key.id, body);
    expect([reply.status, reply.body.error]).toEqual([200, undefined]);
    expect(reply.body.data).toEqual({ ...key, ...body });
    expect(await read(key.id)).toEqual(reply.body.data);
  });

  it.each(REFUSED.map(([body, ...broken]) => ({ text: JSON.stringify(body).slice(0, 80), body, broken })))(
    'refuse $text',
    async ({ body, broken }) => {
      const { key } = await newKey();
      const reply = await patch(key.id, body);
      expect([reply.status, reply.body.error]).toEqual([422, 'validation_error']);
      expect(reply.body.details!.map(({ code, field }) => `${code} ${field}`).toSorted()).toEqual(broken);
      expect(await read(key.id)).toEqual(key);
    },
  );

  it('are changed by their own merchant, while they are not revoked', async () => {
    const { key } = await newKey();
    const stranger = await platform.http.createMerchant();
    const refusals = [
      await patch(key.id, { name: 'mine' }, stranger.credentials),
      await patch(newId(), { name: 'nobody' }),
    ];
    await platform.http.call('DELETE', `/v1/api-keys/${key.id}`, { as: shop.credentials });
    refusals.push(await patch(key.id, { is_active: true }));
    expect(refusals.map(({ status, body }) => [status, body.error])).toEqual([
      [404, 'api_key_not_found'],
      [404, 'api_key_not_found'],
      [404, 'api_key_not_found'],
    ]);
  });

  it('change once for one idempotency key', async () => {
    const { key } = await newKey();
    const headers = { 'idempotency-key': newId() };
    const first = await patch(key.id, { name: 'one' }, shop.credentials, headers);
    await patch(key.id, { name: 'two' });
    const again = await patch(key.id, { name: 'one' }, shop.credentials, headers);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect((await read(key.id)).name).toBe('two');
    const reused = await patch(key.id, { name: 'three' }, shop.credentials, headers);
    expect(reused.body.error).toBe('idempotency_key_reused');
  });

  describe('on every gateway, within a second,', () => {
    it.each([
      [{ is_active: false }, 'api_key_inactive', { is_active: true }],
      [{ allowed_ips: ['203.0.113.0/24'] }, 'ip_not_allowed', { allowed_ips: ['127.0.0.1'] }],
    ])('are refused after %j and let in again after the contrary', async (shut, error, open) => {
      const { key, pair } = await newKey();
      expect(await outcomes(pair)).toEqual(both('in'));
      await patch(key.id, shut);
      await eventually(async () => expect(await outcomes(pair)).toEqual(both(error)));
      await patch(key.id, open);
      await eventually(async () => expect(await outcomes(pair)).toEqual(both('in')));
    });

    it('are unknown once they are revoked', async () => {
      const { key, pair } = await newKey();
      expect(await outcomes(pair)).toEqual(both('in'));
      await platform.http.call('DELETE', `/v1/api-keys/${key.id}`, { as: shop.credentials });
      await eventually(async () => expect(await outcomes(pair)).toEqual(both('invalid_api_key')));
    });
  });

  it('may all be given up, and then the merchant is told so', async () => {
    const lonely = await platform.http.createMerchant();
    const { key, pair } = await newKey({}, lonely.credentials);
    const note = 'No active key is left: nobody can call for this merchant any more.';
    expect((await patch(lonely.apiKey.id, { is_active: false }, pair)).body.message).toBe('API key updated.');
    expect((await patch(key.id, { is_active: false }, pair)).body.message).toBe(`API key updated. ${note}`);

    const gone = await platform.http.createMerchant();
    const revoked = await platform.http.call('DELETE', `/v1/api-keys/${gone.apiKey.id}`, { as: gone.credentials });
    expect(revoked.body).toMatchObject({ message: `API key revoked. ${note}`, data: { deleted: true } });
  });

  describe('behind a trusted proxy', () => {
    let proxied: AnotherGateway;
    beforeAll(async () => (proxied = await startAnotherGateway(platform, { TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8' })));
    afterAll(() => proxied.stop());

    it.each([
      ['203.0.113.9', '203.0.113.9', 'in'],
      ['203.0.113.9', '203.0.113.8', 'ip_not_allowed'],
      ['203.0.113.0/24', '203.0.113.200', 'in'],
      ['2001:db8::/32', '2001:db8:1::7', 'in'],
      ['2001:db8::/32', '2001:db9::7', 'ip_not_allowed'],
      ['203.0.113.9', '::ffff:203.0.113.9', 'in'],
      // What a client wrote itself stands before what the proxies saw.
      ['203.0.113.9', '203.0.113.9, 198.51.100.1', 'ip_not_allowed'],
      ['203.0.113.9', '198.51.100.1, 203.0.113.9', 'in'],
      ['203.0.113.9', '203.0.113.9, 10.1.2.3', 'in'],
      ['127.0.0.1', 'nonsense', 'ip_not_allowed'],
    ])('a key for %s is used from %s: %s', async (allowed, forwarded, expected) => {
      const { pair } = await newKey({ allowed_ips: [allowed] });
      expect(await outcome(proxied.http, pair, forwarded)).toBe(expected);
    });

    it('and in front of it, the header of a stranger says nothing', async () => {
      const [there, here] = [
        await newKey({ allowed_ips: ['203.0.113.9'] }),
        await newKey({ allowed_ips: ['127.0.0.1'] }),
      ];
      expect(await outcome(platform.http, there.pair, '203.0.113.9')).toBe('ip_not_allowed');
      expect(await outcome(platform.http, here.pair, '203.0.113.9')).toBe('in');
    });
  });

  describe('remember when they were last used', () => {
    it('soon after the first use, and from a gateway that stops', async () => {
      const fleeting = await startAnotherGateway(platform);
      const { key, pair } = await newKey();
      const before = Date.now();
      await fleeting.http.get('/v1/charges', pair);
      await eventually(async () => expect(Date.parse((await lastUsed(key.id))!)).toBeGreaterThanOrEqual(before));
      const first = (await lastUsed(key.id))!;

      await fleeting.http.get('/v1/charges', { publicKey: pair.publicKey });
      await fleeting.http.get('/v1/charges', pair);
      expect(await lastUsed(key.id)).toBe(first);
      await fleeting.stop();
      await eventually(async () => expect(Date.parse((await lastUsed(key.id))!)).toBeGreaterThan(Date.parse(first)));
    });

    it('and not when they were refused', async () => {
      const fleeting = await startAnotherGateway(platform);
      const { key, pair } = await newKey({ allowed_ips: ['203.0.113.9'] });
      const witness = await newKey();
      expect((await fleeting.http.get('/v1/charges', pair)).status).toBe(403);
      expect((await fleeting.http.get('/v1/charges', { ...pair, secretKey: 'wrong' })).status).toBe(401);
      await fleeting.http.get('/v1/charges', witness.pair);
      await fleeting.stop();
      await eventually(async () => expect(await lastUsed(witness.key.id)).not.toBeNull());
      expect(await lastUsed(key.id)).toBeNull();
    });
  });
});
