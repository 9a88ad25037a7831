import { createTokenizer, type Tokenizer, ValidationError } from './index.js';
import { aCard } from './testing/a-card.js';
import { KEY_PATH, RecordingService, TOKENS_PATH } from './testing/recording-service.js';
import { rejectionOf } from './testing/rejection.js';

describe('A tokenizer', () => {
  let service: RecordingService;
  let tokenizer: Tokenizer;
  beforeEach(async () => {
    service = await RecordingService.start();
    tokenizer = createTokenizer({ publicKey: service.publicKey, baseUrl: service.baseUrl });
  });
  afterEach(() => service.stop());

  it('turns a card into a token and what may be shown of it', async () => {
    expect(await tokenizer.tokenize({ card: aCard() })).toEqual({
      token: expect.stringMatching(/^tok_/),
      brand: 'visa',
      lastFourDigits: '2222',
      firstSixDigits: '492900',
      expirationMonth: '09',
      expirationYear: '2031',
    });
  });

  it('gives the same token for the same card, encrypted anew each time', async () => {
    const first = await tokenizer.tokenize({ card: aCard() });
    const second = await tokenizer.tokenize({ card: aCard({ number: '4929 0000 1111 2222', cvv: '917' }) });
    expect(second).toEqual(first);
    const [one, other] = service.to(TOKENS_PATH).map(({ body }) => body);
    expect(one).not.toBe(other);
  });

  it('sends the number in no readable form and the CVV in none at all', async () => {
    // One that the address does not happen to hold.
    const cvv = ['9173', '8264'].find((digits) => !service.baseUrl.includes(digits))!;
    await tokenizer.tokenize({ card: aCard({ number: '4929-0000-1111-2222', holderName: ' Maria Silva ', cvv }) });

    const [request] = service.to(TOKENS_PATH);
    const { card: jwe } = JSON.parse(request!.body) as { card: string };
    expect(request!.body).toBe(JSON.stringify({ card: jwe }));
    const { header, plaintext } = await service.open(request!);
    expect(JSON.parse(plaintext)).toEqual({
      number: '4929000011112222',
      holderName: 'Maria Silva',
      expirationMonth: '09',
      expirationYear: '2031',
    });
    expect(header).toEqual({
      alg: 'ECDH-ES+A256KW',
      enc: 'A256GCM',
      kid: expect.any(String),
      epk: { kty: 'EC', crv: 'P-256', x: expect.any(String), y: expect.any(String) },
    });

    expect(service.sent).toContain(jwe);
    const readable = service.sent.replace(jwe, '');
    for (const secret of ['4929000011112222', '4929-0000-1111-2222', 'Maria', cvv]) {
      expect(readable).not.toContain(secret);
    }
  });

  it('asks for the key without credentials and for a token with the public key alone', async () => {
    await tokenizer.tokenize({ card: aCard() });
    const basic = `Basic ${Buffer.from('pk_test_recorded:').toString('base64')}`;
    const asked = service.requests.map(({ method, path, headers }) => [method, path, headers.authorization]);
    expect(asked).toEqual([
      ['GET', KEY_PATH, undefined],
      ['POST', TOKENS_PATH, basic],
    ]);
    expect(service.to(TOKENS_PATH)[0]!.headers['content-type']).toBe('application/json');
  });

  it('fetches the key once for 50 cards at once', async () => {
    const cards = Array.from({ length: 50 }, (_, index) => aCard({ number: `49290000111122${10 + index}` }));
    const results = await Promise.all(cards.map((card) => tokenizer.tokenize({ card })));
    expect(new Set(results.map(({ token }) => token)).size).toBe(50);
    expect(service.to(KEY_PATH)).toHaveLength(1);
  });

  it('sends nothing for a card that breaks a rule', async () => {
    const error = await rejectionOf(tokenizer.tokenize({ card: aCard({ cvv: '1' }) }));
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ field: 'card.cvv' });
    expect(service.requests).toEqual([]);
  });

  it('uses the fetch it is given, and an address with a path', async () => {
    const asked: string[] = [];
    const { publicKey, baseUrl } = service;
    const throughProxy = createTokenizer({
      publicKey,
      baseUrl: 'https://shop.example/payments/',
      fetch: (input, init) => {
        asked.push(input as string);
        return fetch((input as string).replace('https://shop.example/payments', baseUrl), init);
      },
    });
    await throughProxy.tokenize({ card: aCard() });
    expect(asked).toEqual([
      'https://shop.example/payments/v1/tokens/public-key',
      'https://shop.example/payments/v1/tokens',
    ]);
  });

  it.each([
    ['a secret key', { publicKey: 'sk_test_secret' }, /secret/],
    ['a whole pair', { publicKey: 'pk_test_a:sk_test_secret' }, /secret/],
    ['no key', { publicKey: undefined }, /publicKey/],
    ['no address', { baseUrl: undefined }, /baseUrl/],
    ['a path for an address', { baseUrl: '/payments' }, /baseUrl/],
    ['an address of another kind', { baseUrl: 'ftp://files.example' }, /baseUrl/],
    ['a way that others can read, with real cards', { publicKey: 'pk_live_a', baseUrl: 'http://a.example' }, /https/],
  ])('is not made with %s', (_what, options, message) => {
    const make = () => createTokenizer({ publicKey: 'pk_test_a', baseUrl: 'https://a.example', ...options } as never);
    expect(make).toThrow(TypeError);
    expect(make).toThrow(message);
    expect(make).not.toThrow(/sk_test/);
  });

  it.each([
    ['pk_test_a', 'http://a.example'],
    ['pk_live_a', 'http://localhost:3000'],
    ['pk_live_a', 'http://[::1]:3000'],
  ])('takes %s to %s, where no real card can be read on the way', (publicKey, baseUrl) => {
    expect(() => createTokenizer({ publicKey, baseUrl })).not.toThrow();
  });
});
