import type { Charge } from '@centavo/contracts';
import { aChargeBody } from '@centavo/testing';
import type { JWK } from 'jose';
import type { Credentials, Reply, TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { CARD, CardSender, publicHalf } from '../support/card-sender.js';

const errorOf = ({ status, body }: Reply) => ({ status, error: body.error, details: body.details });

/** The public half of a key that is nobody's. */
const anotherKey = async (): Promise<JWK> => {
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
  return crypto.subtle.exportKey('jwk', pair.publicKey);
};

describe('Tokenization', () => {
  let platform: TestPlatform;
  let shop: TestMerchant;
  let other: TestMerchant;
  let sender: CardSender;
  beforeAll(async () => {
    platform = await startPlatform({ TOKENIZATION_FAILURES_PER_MINUTE: '100000' });
    [shop, other] = [await platform.http.createMerchant(), await platform.http.createMerchant()];
    sender = await CardSender.start(platform, publicHalf(shop));
  });
  afterAll(() => platform.stop());

  const charge = (token: string, as: Credentials = shop.credentials) =>
    platform.http.post<Charge>('/v1/charges', as, aChargeBody({ payment_details: { token } }), { prefer: 'wait=10' });

  it('gives a card a token, and what may be shown of it', async () => {
    const reply = await sender.tokenize(CARD);
    expect(reply.status).toBe(201);
    expect(reply.body.data).toEqual({
      token: expect.stringMatching(/^tok_[0-9A-Za-z]{22}$/) as string,
      brand: 'visa',
      firstSixDigits: '424242',
      lastFourDigits: '4242',
      expirationMonth: '12',
      expirationYear: '2040',
    });
  });

  it('gives a card that the merchant has the token it has, also to fifty who ask at once', async () => {
    const card = sender.aNewCard();
    const replies = await Promise.all(Array.from({ length: 50 }, () => sender.tokenize(card)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(49);
    expect(new Set(replies.map(({ body }) => body.data.token)).size).toBe(1);
  });

  it('tells cards apart by number and expiry, not by the name on them, and merchants from each other', async () => {
    const card = sender.aNewCard();
    const tokenOf = async (fields: object, as?: Credentials) =>
      (await sender.tokenize({ ...card, ...fields }, as)).body.data.token;
    const token = await tokenOf({});
    expect(await tokenOf({ holderName: 'M SILVA' })).toBe(token);
    expect(await tokenOf({ expirationYear: '2041' })).not.toBe(token);
    expect(await tokenOf({}, publicHalf(other))).not.toBe(token);
  });

  it('takes a full pair of keys as well', async () => {
    expect((await sender.tokenize(sender.aNewCard(), shop.credentials)).status).toBe(201);
  });

  describe('refuses with one and the same answer', () => {
    const refusal = {
      status: 422,
      error: 'validation_error',
      details: [
        { field: 'card', code: 'undecryptable', message: expect.stringContaining('@centavo/tokenizer') as string },
      ],
    };
    it.each<[string, () => unknown]>([
      ['a card number in clear', () => CARD.number],
      ['a card in clear', () => CARD],
      ['nothing', () => undefined],
      ['null', () => null],
      ['a number', () => 4_242_424_242_424_242],
      ['an empty text', () => ''],
      ['a JWE of five empty parts', () => 'eyJ....'],
      ['parts of nonsense', () => 'eyJhbGciOiJub25lIn0.a.b.c.d'],
      ['a JWE to another key', async () => sender.encrypt(sender.aNewCard(), { to: await anotherKey() })],
      ['an unknown kid', () => sender.encrypt(sender.aNewCard(), { header: { kid: 'nobody' } })],
      ['another encryption', () => sender.encrypt(sender.aNewCard(), { header: { enc: 'A128GCM' } })],
      ['another key agreement', () => sender.encrypt(sender.aNewCard(), { header: { alg: 'ECDH-ES' } })],
      ['a header with more in it', () => sender.encrypt(sender.aNewCard(), { header: { typ: 'JWE' } })],
      ['a header without a kid', () => sender.encrypt(sender.aNewCard(), { header: { kid: undefined } })],
      ['a truncated JWE', async () => (await sender.encrypt(sender.aNewCard())).slice(0, -4)],
      ['half of a JWE', async () => (await sender.encrypt(sender.aNewCard())).slice(0, 200)],
      ['a JWE that is far too long', () => sender.encrypt({ ...sender.aNewCard(), holderName: 'A'.repeat(5_000) })],
    ])('%s', async (_, card) => {
      expect(errorOf(await sender.send(await card()))).toEqual(refusal);
    });

    it('a JWE whose last bit was changed, which nobody reads', async () => {
      const card = await sender.encrypt(sender.aNewCard());
      const other = { A: 'B', Q: 'R', g: 'h', w: 'x' }[card.at(-1)!]!;
      expect(errorOf(await sender.send(card.slice(0, -1) + other))).toEqual(refusal);
    });

    it('a JWE with any one character changed', async () => {
      const card = await sender.encrypt(sender.aNewCard());
      for (const at of Array.from({ length: 40 }, (_, index) => Math.floor((index * card.length) / 40))) {
        const changed = card[at] === '.' ? '-' : card[at] === 'A' ? 'Q' : 'A';
        expect(errorOf(await sender.send(card.slice(0, at) + changed + card.slice(at + 1)))).toEqual(refusal);
      }
    });

    it('a card that was sent for another merchant before', async () => {
      const card = await sender.encrypt(sender.aNewCard());
      expect((await sender.send(card)).status).toBe(201);
      expect(errorOf(await sender.send(card, publicHalf(other)))).toEqual(refusal);
      expect((await sender.send(card)).status).toBe(200);
    });

    it('and repeats nothing of a card that came in clear', async () => {
      const replies = await Promise.all([
        sender.send(CARD),
        sender.send(CARD.number),
        platform.http.post('/v1/tokens', publicHalf(shop), CARD),
        platform.http.post('/v1/tokens', publicHalf(shop), { [CARD.number]: 1, card: { [CARD.number]: CARD } }),
      ]);
      for (const reply of replies) {
        expect(errorOf(reply)).toEqual(refusal);
        expect(JSON.stringify(reply.body)).not.toContain(CARD.number);
      }
    });
  });

  describe('refuses an encrypted card', () => {
    const rows: [string, unknown, string, string][] = [
      ['with a CVV', { ...CARD, cvv: '123' }, 'card.cvv', 'not_allowed'],
      ['with anything more', { ...CARD, note: 'x' }, 'card', 'not_allowed'],
      ['with a number of twelve digits', { ...CARD, number: '424242424242' }, 'card.number', 'invalid_format'],
      ['with a number of twenty digits', { ...CARD, number: '4'.repeat(20) }, 'card.number', 'invalid_format'],
      ['with spaces in its number', { ...CARD, number: '4242 4242 4242 4242' }, 'card.number', 'invalid_format'],
      ['whose number is none', { ...CARD, number: 4242424242424242 }, 'card.number', 'invalid_type'],
      ['without a number', { ...CARD, number: undefined }, 'card.number', 'required'],
      ['with an empty name', { ...CARD, holderName: ' ' }, 'card.holderName', 'invalid_format'],
      ['of the thirteenth month', { ...CARD, expirationMonth: '13' }, 'card.expirationMonth', 'invalid_format'],
      ['of a month of one digit', { ...CARD, expirationMonth: '1' }, 'card.expirationMonth', 'invalid_format'],
      ['of a year of two digits', { ...CARD, expirationYear: '40' }, 'card.expirationYear', 'invalid_format'],
      ['that is a list', [CARD], 'card', 'invalid_type'],
      ['that is no JSON', 'number=4242', 'card', 'invalid_type'],
    ];
    it.each(rows)('%s', async (_, content, field, code) => {
      const { status, error, details } = errorOf(await sender.send(await sender.encrypt(content)));
      expect([status, error, details]).toEqual([422, 'validation_error', [expect.objectContaining({ field, code })]]);
      expect(JSON.stringify(details)).not.toMatch(/4242/);
    });

    it('that has expired, and keeps nothing of it', async () => {
      const card = { ...sender.aNewCard(), expirationMonth: '10', expirationYear: '2026' };
      const before = await count('cards');
      expect(errorOf(await sender.tokenize(card))).toMatchObject({ status: 422, error: 'card_expired' });
      expect(await count('cards')).toBe(before);
    });

    it('of a brand that is not known', async () => {
      const reply = await sender.tokenize({ ...CARD, number: '9999999999999995' });
      expect(errorOf(reply)).toMatchObject({ status: 422, error: 'unsupported_card_brand' });
    });
  });

  const count = async (table: string): Promise<number> => {
    const vault = await platform.testDatabase.database('vault', { poolSize: 1 });
    const [row] = await vault.query<{ count: bigint }>(`SELECT count(*) FROM ${table}`);
    return Number(row!.count);
  };

  describe('a token', () => {
    it('pays, and each use of the card is on record without the card', async () => {
      const card = sender.aNewCard();
      const { token } = (await sender.tokenize(card)).body.data;
      const { body } = await charge(token);
      expect(body.data).toMatchObject({
        status: 'captured',
        payment_details: { brand: 'visa', first_six_digits: '424242', last_four_digits: card.number.slice(-4) },
      });
      const vault = await platform.testDatabase.database('vault', { poolSize: 1 });
      const rows = await vault.query(
        'SELECT action, merchant_id, actor, reason FROM access_log WHERE token = $1 ORDER BY id',
        [token],
      );
      expect(rows).toEqual([
        {
          action: 'tokenize',
          merchant_id: shop.merchant.id,
          actor: `api_key:${shop.apiKey.id}`,
          reason: expect.stringMatching(/^request:/) as string,
        },
        {
          action: 'reveal',
          merchant_id: shop.merchant.id,
          actor: expect.any(String) as string,
          reason: `charge:${body.data.id}`,
        },
      ]);
    });

    it.each([
      ['4000000000000028', 'card_declined'],
      ['4000000000009995', 'insufficient_funds'],
    ])('of the test card %s has its outcome', async (number, failure_code) => {
      const { token } = (await sender.tokenize({ ...CARD, number })).body.data;
      expect((await charge(token)).body.data).toMatchObject({ status: 'failed', failure_code });
    });

    it('is no other merchant’s', async () => {
      const { token } = (await sender.tokenize(sender.aNewCard())).body.data;
      const reply = await charge(token, other.credentials);
      expect(errorOf(reply)).toMatchObject({
        status: 422,
        error: 'invalid_token',
        details: [{ field: 'payment_details.token' }],
      });
    });

    it('is refused once its card has expired', async () => {
      const { token } = (await sender.tokenize(sender.aNewCard())).body.data;
      const vault = await platform.testDatabase.database('vault', { poolSize: 1 });
      await vault.query(`UPDATE cards SET expiration_year = '2025' WHERE token = $1`, [token]);
      expect(errorOf(await charge(token))).toMatchObject({
        status: 422,
        error: 'card_expired',
        details: [{ field: 'payment_details.token' }],
      });
    });
  });
});
