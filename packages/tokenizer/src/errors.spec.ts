import { inspect } from 'node:util';
import { ApiError, AuthenticationError, createTokenizer, type Tokenizer } from './index.js';
import { aCard } from './testing/a-card.js';
import { KEY_PATH, RecordingService, refusal, TOKENS_PATH } from './testing/recording-service.js';
import { rejectionOf } from './testing/rejection.js';

const PATHS = [KEY_PATH, TOKENS_PATH];

describe('Errors of a tokenizer', () => {
  let service: RecordingService;
  let tokenizer: Tokenizer;
  beforeEach(async () => {
    service = await RecordingService.start();
    tokenizer = createTokenizer({ publicKey: service.publicKey, baseUrl: service.baseUrl });
  });
  afterEach(() => service.stop());

  const failure = (using = tokenizer) => rejectionOf(using.tokenize({ card: aCard() }));

  it.each(['invalid_api_key', 'api_key_inactive'])('a 401 %s is an AuthenticationError', async (code) => {
    service.prepare(TOKENS_PATH, refusal(401, code));
    const error = await failure();
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error).not.toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      name: 'AuthenticationError',
      error: code,
      message: `Refused: ${code}`,
      requestId: 'req_body',
    });
  });

  it('a 401 that is not in the form of the service is one too', async () => {
    service.prepare(TOKENS_PATH, { status: 401, body: '<html>Unauthorized</html>' });
    expect(await failure()).toMatchObject({ name: 'AuthenticationError', requestId: 'req_header' });
  });

  it.each([
    [403, 'merchant_suspended'],
    [422, 'card_expired'],
    [422, 'unsupported_card_brand'],
    [429, 'rate_limit_exceeded'],
    [500, 'internal_error'],
    [503, 'service_unavailable'],
  ])('a %i %s is an ApiError', async (status, code) => {
    service.prepare(TOKENS_PATH, refusal(status, code));
    const error = await failure();
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ name: 'ApiError', status, error: code, requestId: 'req_body', details: [] });
  });

  it('an ApiError holds the rules that were broken', async () => {
    const details = [{ field: 'card', code: 'required', message: 'is required' }];
    service.prepare(TOKENS_PATH, refusal(422, 'validation_error', details));
    expect(await failure()).toMatchObject({ details });
  });

  it('a key that cannot be fetched is an ApiError, and is fetched again next time', async () => {
    service.prepare(KEY_PATH, refusal(503, 'service_unavailable'));
    expect(await failure()).toMatchObject({ name: 'ApiError', status: 503, error: 'service_unavailable' });
    expect(service.to(TOKENS_PATH)).toEqual([]);
    expect(await tokenizer.tokenize({ card: aCard() })).toMatchObject({ brand: 'visa' });
  });

  describe.each(PATHS)('at %s', (path) => {
    it.each([
      ['the page of a proxy', { status: 502, body: '<html>Bad Gateway</html>' }],
      ['some other JSON', { status: 200, body: [] }],
      ['an envelope without data', { status: 200, body: { success: true } }],
      ['data of another kind', { status: 200, body: { success: true, data: { kty: 'EC', crv: 'P-384', kid: 'a' } } }],
      ['a broken key', { status: 200, body: { success: true, data: { kty: 'EC', crv: 'P-256', kid: 'a', x: '' } } }],
      ['null', { status: 200, body: 'null' }],
      ['nothing', { status: 200, body: '' }],
    ])('%s is an ApiError invalid_response', async (_what, answer) => {
      service.prepare(path, answer);
      expect(await failure()).toMatchObject({
        name: 'ApiError',
        status: answer.status,
        error: 'invalid_response',
        requestId: 'req_header',
      });
    });

    it('silence is an ApiError timeout with the cause', async () => {
      service.prepare(path, 'silence');
      const { publicKey, baseUrl } = service;
      const error = await failure(createTokenizer({ publicKey, baseUrl, timeoutMs: 200 }));
      expect(error).toMatchObject({ name: 'ApiError', status: 0, error: 'timeout', requestId: null });
      expect((error as Error).cause).toMatchObject({ name: 'TimeoutError' });
    });
  });

  it('a service that is not there is an ApiError network_error with the cause', async () => {
    await service.stop();
    const error = await failure();
    expect(error).toMatchObject({ name: 'ApiError', status: 0, error: 'network_error', requestId: null });
    expect((error as Error).cause).toMatchObject({ name: 'TypeError' });
  });

  it.each(PATHS)('a redirect of %s is not followed', async (path) => {
    service.prepare(path, { status: 307, body: '', headers: { location: `${service.baseUrl}/elsewhere` } });
    expect(await failure()).toMatchObject({ status: 0, error: 'network_error' });
    expect(service.to('/elsewhere')).toEqual([]);
  });

  it('none of them holds a number, a holder or a CVV', async () => {
    const { number, holderName, cvv } = aCard();
    for (const [path, answer] of [
      [TOKENS_PATH, refusal(422, 'card_expired')],
      [TOKENS_PATH, refusal(401, 'invalid_api_key')],
      [TOKENS_PATH, { status: 200, body: 'null' }],
      [KEY_PATH, { status: 502, body: '' }],
    ] as const) {
      service.prepare(path, answer);
      const shown = inspect(await failure(createTokenizer(service)), { depth: Infinity, showHidden: true });
      for (const secret of [number, holderName, cvv])
        expect(shown.replaceAll(service.baseUrl, '')).not.toContain(secret);
    }
  });
});
