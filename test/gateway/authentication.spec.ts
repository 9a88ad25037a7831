import type { ApiKey } from '@centavo/contracts';
import { eventually } from '@centavo/testing';
import { authorizationOf, type TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';

describe('Authentication with an API key', () => {
  let platform: TestPlatform;
  let shop: TestMerchant;
  beforeAll(async () => {
    platform = await startPlatform({ AUTH_FAILURES_PER_MINUTE: '1000' });
    shop = await platform.http.createMerchant();
  });
  afterAll(() => platform.stop());

  const newKey = async (body: object = {}) => {
    const { body: answer } = await platform.http.post<ApiKey>('/v1/api-keys', shop.credentials, {
      name: 'extra',
      ...body,
    });
    return {
      id: answer.data.id,
      credentials: { publicKey: answer.data.public_key, secretKey: answer.data.secret_key! },
    };
  };

  it('lets the owner in', async () => {
    expect((await platform.http.get('/v1/charges', shop.credentials)).status).toBe(200);
  });

  it.each([
    ['no header', undefined, 401, 'authentication_required'],
    ['another scheme', 'Bearer abc', 401, 'authentication_required'],
    ['garbage', 'Basic !!!', 401, 'invalid_api_key'],
    [
      'an unknown key',
      `Basic ${Buffer.from(`pk_test_${'x'.repeat(22)}:s`).toString('base64')}`,
      401,
      'invalid_api_key',
    ],
  ])('answers %s', async (_name, as, status, error) => {
    const reply = await platform.http.get('/v1/charges', as);
    expect([reply.status, reply.body.error]).toEqual([status, error]);
    expect(reply.headers.get('www-authenticate')).toContain('Basic');
  });

  it('refuses a wrong secret like an unknown key', async () => {
    const as = { publicKey: shop.credentials.publicKey, secretKey: 'sk_test_wrong' };
    expect((await platform.http.get('/v1/charges', as)).body.error).toBe('invalid_api_key');
  });

  it('asks for the secret when only the public key comes', async () => {
    const reply = await platform.http.get('/v1/charges', { publicKey: shop.credentials.publicKey });
    expect([reply.status, reply.body.error]).toEqual([403, 'secret_key_required']);
  });

  it('authenticates before it reads the body', async () => {
    const reply = await platform.http.call('POST', '/v1/charges', { body: '{ no json' });
    expect(reply.body.error).toBe('authentication_required');
  });

  it('forgets a revoked key within a second of use', async () => {
    const key = await newKey();
    expect((await platform.http.get('/v1/charges', key.credentials)).status).toBe(200);
    const revoked = await platform.http.call('DELETE', `/v1/api-keys/${key.id}`, { as: shop.credentials });
    expect([revoked.status, revoked.body.data]).toEqual([200, { id: key.id, deleted: true }]);

    const isRefused = async () =>
      (await platform.http.get('/v1/charges', key.credentials)).body.error === 'invalid_api_key';
    await eventually(isRefused);
    expect((await platform.http.get('/v1/charges', shop.credentials)).status).toBe(200);
  });

  it('knows a new key at once', async () => {
    const key = await newKey();
    expect((await platform.http.get('/v1/charges', key.credentials)).status).toBe(200);
  });

  it('learns within a second that a key exists which it was asked about before', async () => {
    const as = { publicKey: `pk_test_${'n'.repeat(22)}`, secretKey: 'sk_test_early' };
    expect((await platform.http.get('/v1/charges', as)).body.error).toBe('invalid_api_key');
    await platform.database('onboarding').query(
      `INSERT INTO api_keys (id, merchant_id, name, public_key, secret_sha256, is_active, allowed_ips, created_at)
       VALUES (gen_random_uuid(), $1, 'early', $2, sha256($3), true, '{}', now())`,
      [shop.merchant.id, as.publicKey, Buffer.from(as.secretKey)],
    );
    await eventually(async () => (await platform.http.get('/v1/charges', as)).status === 200);
  });

  it('lets a suspended merchant read and nothing else, within a second', async () => {
    const other = await platform.http.createMerchant();
    const write = () => platform.http.post('/v1/api-keys', other.credentials, { name: 'k' });
    expect((await write()).status).toBe(201);
    const onboarding = platform.database('onboarding');
    await onboarding.query(`UPDATE merchants SET status = 'suspended' WHERE id = $1`, [other.merchant.id]);

    await eventually(async () => (await write()).body.error === 'merchant_suspended');
    expect((await write()).status).toBe(403);
    expect((await platform.http.get('/v1/charges', other.credentials)).status).toBe(200);
  });

  it('tells an inactive key', async () => {
    const key = await newKey();
    await platform.database('onboarding').query(`UPDATE api_keys SET is_active = false WHERE id = $1`, [key.id]);
    await eventually(
      async () => (await platform.http.get('/v1/charges', key.credentials)).body.error === 'api_key_inactive',
    );
  });

  it('keeps a key to its addresses', async () => {
    const here = await newKey({ allowed_ips: ['127.0.0.0/8', '2001:db8::1'] });
    const elsewhere = await newKey({ allowed_ips: ['203.0.113.0/24'] });
    expect((await platform.http.get('/v1/charges', here.credentials)).status).toBe(200);
    const reply = await platform.http.get('/v1/charges', elsewhere.credentials);
    expect([reply.status, reply.body.error]).toEqual([403, 'ip_not_allowed']);
  });

  it('does not believe X-Forwarded-For of a stranger', async () => {
    const key = await newKey({ allowed_ips: ['203.0.113.9'] });
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    expect((await platform.http.call('GET', '/v1/charges', { as: key.credentials, headers })).body.error).toBe(
      'ip_not_allowed',
    );
  });

  it('looks up many keys at once without a statement for each', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => newKey()));
    const replies = await Promise.all(keys.map(({ credentials }) => platform.http.get('/v1/charges', credentials)));
    expect(replies.map(({ status }) => status)).toEqual(keys.map(() => 200));
  });

  it('takes only operator tokens for operators', async () => {
    const codes = [undefined, 'Bearer wrong', authorizationOf(shop.credentials)].map(
      async (as) => (await platform.http.get('/admin/v1/merchants', as)).body.error,
    );
    expect(await Promise.all(codes)).toEqual(Array(3).fill('authentication_required'));
  });
});

describe('Behind a trusted proxy', () => {
  let platform: TestPlatform;
  beforeAll(async () => (platform = await startPlatform({ TRUSTED_PROXIES: '127.0.0.1' })));
  afterAll(() => platform.stop());

  it('the address is what the proxy says', async () => {
    const shop = await platform.http.createMerchant();
    const { body } = await platform.http.post<ApiKey>('/v1/api-keys', shop.credentials, {
      name: 'k',
      allowed_ips: ['203.0.113.9'],
    });
    const as = { publicKey: body.data.public_key, secretKey: body.data.secret_key! };
    const from = async (address: string) =>
      (await platform.http.call('GET', '/v1/charges', { as, headers: { 'x-forwarded-for': address } })).status;
    expect(await from('203.0.113.9')).toBe(200);
    expect(await from('6.6.6.6, 203.0.113.9')).toBe(200);
    expect(await from('203.0.113.9, 6.6.6.6')).toBe(403);
    expect(await from('nonsense')).toBe(403);
  });
});

describe('Limits', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startPlatform({ RATE_LIMIT_PER_SECOND: '5', AUTH_FAILURES_PER_MINUTE: '3' });
  });
  afterAll(() => platform.stop());

  it('let a key burst to twice its rate, then say when to come again', async () => {
    const shop = await platform.http.createMerchant();
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => platform.http.get('/v1/charges', shop.credentials)),
    );
    const refused = replies.filter(({ status }) => status === 429);
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(10);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]!.body.error).toBe('rate_limit_exceeded');
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });

  it('slow down who guesses, and nobody else', async () => {
    const shop = await platform.http.createMerchant();
    const guess = async () =>
      (await platform.http.get('/v1/charges', { publicKey: shop.credentials.publicKey, secretKey: 'guess' })).status;
    const statuses = [await guess(), await guess(), await guess(), await guess()];
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect((await platform.http.get('/v1/charges', shop.credentials)).status).toBe(200);
  });
});
