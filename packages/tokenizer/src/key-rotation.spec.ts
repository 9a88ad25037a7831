import { createTokenizer, type Tokenizer } from './index.js';
import { aCard } from './testing/a-card.js';
import { KEY_PATH, RecordingService, refusal, TOKENS_PATH, UNDECRYPTABLE } from './testing/recording-service.js';
import { rejectionOf } from './testing/rejection.js';

describe('When the vault has another key since', () => {
  let service: RecordingService;
  let tokenizer: Tokenizer;
  beforeEach(async () => {
    service = await RecordingService.start();
    tokenizer = createTokenizer({ publicKey: service.publicKey, baseUrl: service.baseUrl });
    await tokenizer.tokenize({ card: aCard() });
  });
  afterEach(() => service.stop());

  it('the card is encrypted with that one and sent again, without its caller noticing', async () => {
    await service.rotateKey();
    expect(await tokenizer.tokenize({ card: aCard() })).toMatchObject({ lastFourDigits: '2222' });
    expect(service.to(KEY_PATH)).toHaveLength(2);
    expect(service.to(TOKENS_PATH)).toHaveLength(3);
    expect(service.to(KEY_PATH)[1]!.headers['cache-control']).toBe('no-cache');
  });

  it('it is fetched once for 50 cards at once', async () => {
    await service.rotateKey();
    await Promise.all(Array.from({ length: 50 }, () => tokenizer.tokenize({ card: aCard() })));
    expect(service.to(KEY_PATH)).toHaveLength(2);
  });

  it('a second refusal is the answer', async () => {
    await service.rotateKey();
    service.prepare(TOKENS_PATH, UNDECRYPTABLE, UNDECRYPTABLE);
    expect(await rejectionOf(tokenizer.tokenize({ card: aCard() }))).toMatchObject({ status: 422 });
    expect(service.to(TOKENS_PATH)).toHaveLength(3);
  });

  it('the refusal is the answer when the key is still the same', async () => {
    service.prepare(TOKENS_PATH, UNDECRYPTABLE);
    expect(await rejectionOf(tokenizer.tokenize({ card: aCard() }))).toMatchObject({
      status: 422,
      error: 'validation_error',
      details: [{ field: 'card', code: 'undecryptable' }],
    });
    expect(service.to(KEY_PATH)).toHaveLength(2);
    expect(service.to(TOKENS_PATH)).toHaveLength(2);
  });

  it.each([
    ['another rule', refusal(422, 'validation_error', [{ field: 'card', code: 'invalid_type', message: '' }])],
    ['another field', refusal(422, 'validation_error', [{ field: 'x', code: 'undecryptable', message: '' }])],
    ['another error', refusal(422, 'card_expired')],
    ['another error with the same detail', refusal(422, 'invalid_token', [{ field: 'card', code: 'undecryptable' }])],
    ['another status', { ...UNDECRYPTABLE, status: 503 }],
  ])('nothing is sent again for %s', async (_what, answer) => {
    service.prepare(TOKENS_PATH, answer);
    expect(await rejectionOf(tokenizer.tokenize({ card: aCard() }))).toMatchObject({ status: answer.status });
    expect(service.to(KEY_PATH)).toHaveLength(1);
    expect(service.to(TOKENS_PATH)).toHaveLength(2);
  });
});
