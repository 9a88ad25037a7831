import type { Charge } from '@centavo/contracts';
import { aChargeBody } from '@centavo/testing';
import { ApiError, AuthenticationError, createTokenizer } from '@centavo/tokenizer';
import { aCard } from '../../packages/tokenizer/src/testing/a-card.js';
import { rejectionOf } from '../../packages/tokenizer/src/testing/rejection.js';
import type { TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';

const UNKNOWN_KEY = `pk_test_${'x'.repeat(22)}`;

describe('The tokenizer SDK in Node', () => {
  let platform: TestPlatform;
  let shop: TestMerchant;
  beforeAll(async () => {
    platform = await startPlatform();
    shop = await platform.http.createMerchant();
  });
  afterAll(() => platform.stop());

  const tokenizerOf = (publicKey: string, fetch?: typeof globalThis.fetch) =>
    createTokenizer({ publicKey, baseUrl: platform.http.baseUrl, fetch });

  it('makes a token of a new card, and finds it again for a known one', async () => {
    const statuses: number[] = [];
    const tokenizer = tokenizerOf(shop.credentials.publicKey, async (...request) => {
      const response = await fetch(...request);
      statuses.push(response.status);
      return response;
    });
    const first = await tokenizer.tokenize({ card: aCard() });
    const again = await tokenizer.tokenize({ card: aCard({ number: '4929 0000 1111 2222', cvv: '555' }) });

    expect(first).toEqual({
      token: expect.stringMatching(/^tok_/),
      brand: 'visa',
      lastFourDigits: '2222',
      firstSixDigits: '492900',
      expirationMonth: '09',
      expirationYear: '2031',
    });
    expect(again).toEqual(first);
    expect(statuses).toEqual([200, 201, 200]);
  });

  it('makes tokens that pay', async () => {
    const { token } = await tokenizerOf(shop.credentials.publicKey).tokenize({ card: aCard() });
    const body = aChargeBody({ payment_details: { token, installments: 1 } });
    const { body: answer } = await platform.http.post<Charge>('/v1/charges', shop.credentials, body, {
      prefer: 'wait=10',
    });
    expect(answer.data).toMatchObject({
      status: 'captured',
      payment_details: { brand: 'visa', first_six_digits: '492900', last_four_digits: '2222' },
    });
  });

  it('tells a public key that nobody has', async () => {
    const error = await rejectionOf(tokenizerOf(UNKNOWN_KEY).tokenize({ card: aCard() }));
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error).toMatchObject({ error: 'invalid_api_key', requestId: expect.any(String) });
  });

  it.each([
    ['card_expired', { expirationYear: '2020' }],
    ['unsupported_card_brand', { number: '9999000011112222' }],
  ])('tells why the platform refuses a card: %s', async (code, fields) => {
    const { publicKey } = shop.credentials;
    const error = await rejectionOf(tokenizerOf(publicKey).tokenize({ card: aCard(fields) }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 422, error: code, requestId: expect.any(String) });
  });
});
