import type { Credentials, TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { CARD, CardSender, publicHalf } from '../support/card-sender.js';

describe('Tokenization', () => {
  let platform: TestPlatform;
  let shop: TestMerchant;
  let sender: CardSender;
  beforeAll(async () => {
    platform = await startPlatform({ TOKENIZATION_FAILURES_PER_MINUTE: '3' });
    shop = await platform.http.createMerchant();
    sender = await CardSender.start(platform, publicHalf(shop));
  });
  afterAll(() => platform.stop());

  describe('lets nobody in', () => {
    it.each([
      ['without a key', undefined, 401, 'authentication_required'],
      ['with an unknown key', { publicKey: `pk_test_${'x'.repeat(22)}` }, 401, 'invalid_api_key'],
      ['with garbage', 'Basic !!!', 401, 'invalid_api_key'],
    ])('%s', async (_, as, status, error) => {
      const reply = await platform.http.call('POST', '/v1/tokens', {
        as: as as Credentials,
        body: { card: await sender.encrypt(CARD) },
      });
      expect([reply.status, reply.body.error]).toEqual([status, error]);
    });

    it('with a wrong secret beside a good public key', async () => {
      const reply = await sender.tokenize(sender.aNewCard(), { ...shop.credentials, secretKey: 'sk_test_wrong' });
      expect([reply.status, reply.body.error]).toEqual([401, 'invalid_api_key']);
    });
  });

  describe('other origins', () => {
    const from = { origin: 'https://shop.example' };

    it.each(['/v1/tokens', '/v1/tokens/public-key'])('may call %s', async (path) => {
      const preflight = await platform.http.call('OPTIONS', path, {
        headers: {
          ...from,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization',
        },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
      expect(preflight.headers.get('access-control-allow-headers')).toMatch(/authorization/i);
    });

    it('may read answers and refusals alike', async () => {
      const replies = await Promise.all([
        platform.http.call('GET', '/v1/tokens/public-key', { headers: from }),
        platform.http.call('POST', '/v1/tokens', { headers: from }),
        platform.http.call('POST', '/v1/tokens', { headers: from, as: publicHalf(shop), body: { card: 'x' } }),
      ]);
      expect(replies.map(({ status }) => status)).toEqual([200, 401, 422]);
      for (const { headers } of replies) expect(headers.get('access-control-allow-origin')).toBe('*');
    });

    it('may call nothing else', async () => {
      const reply = await platform.http.call('GET', '/v1/charges', { as: shop.credentials, headers: from });
      expect(reply.headers.get('access-control-allow-origin')).toBeNull();
      expect((await platform.http.call('OPTIONS', '/v1/charges', { headers: from })).status).toBe(405);
    });
  });

  it('tells who keeps sending cards that are none to wait, while good ones still pass', async () => {
    const guesser = publicHalf(await platform.http.createMerchant());
    const statuses: number[] = [];
    while (statuses.at(-1) !== 429 && statuses.length < 10) {
      statuses.push((await sender.tokenize({ ...CARD, number: '1' }, guesser)).status);
    }
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.slice(0, -1).every((status) => status === 422)).toBe(true);
    const refused = await sender.tokenize({ ...CARD, number: '1' }, guesser);
    expect(refused.body.error).toBe('rate_limit_exceeded');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await sender.tokenize(CARD, guesser)).status).toBe(201);
  });
});
