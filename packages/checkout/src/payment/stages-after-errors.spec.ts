import { ApiError, AuthenticationError, ValidationError } from '@centavo/tokenizer';
import { refused } from '../testing/fake-link.js';
import { stageAfterTokenError } from './card-tokens.js';
import { stageAfterRefusal } from './stage-after-refusal.js';
import type { Stage } from './stage.js';

const apiError = (status: number, error: string, details: object[] = []) =>
  new ApiError(status, error, null, { message: error, details: details as never });

const form = (kind: string, problems = {}) => ({ name: 'form', notice: { kind }, problems }) as Stage;

describe('stageAfterTokenError', () => {
  it.each<[string, unknown, Stage]>([
    ['a field that the SDK refuses', new ValidationError('card.cvv'), form('check_fields', { cvv: 'invalid' })],
    ['an expired card', apiError(422, 'card_expired'), form('check_fields', { expiry: 'expired' })],
    [
      'a brand that is not taken',
      apiError(422, 'unsupported_card_brand'),
      form('check_fields', { number: 'unsupported' }),
    ],
    [
      'a field that the vault refuses',
      apiError(422, 'validation_error', [{ field: 'card.number', code: 'x' }]),
      form('check_fields', { number: 'invalid' }),
    ],
    [
      'a card that cannot be decrypted',
      apiError(422, 'validation_error', [{ field: 'card' }]),
      form('card_not_possible'),
    ],
    ['no network', apiError(0, 'network_error'), form('no_connection')],
    ['a server that is down', apiError(503, 'service_unavailable'), form('no_connection')],
    ['too many tries', apiError(429, 'rate_limit_exceeded'), form('too_many_tries')],
    ['a link that has ended', apiError(410, 'payment_link_unavailable'), { name: 'unavailable' }],
    ['a key that is refused', new AuthenticationError('invalid_api_key', null, ''), form('card_not_possible')],
    ['a browser without encryption', new TypeError('no WebCrypto'), form('card_not_possible')],
  ])('after %s', (_what, error, stage) => {
    expect(stageAfterTokenError(error)).toEqual(stage);
  });
});

describe('stageAfterRefusal', () => {
  const nowMs = 1_000_000;
  const details = [
    { field: 'customer.tax_id', code: 'invalid_value' },
    { field: 'customer.email', code: 'invalid_format' },
  ];
  it.each<[string, ReturnType<typeof refused>, Stage]>([
    ['an ended link', refused(410, 'payment_link_unavailable'), { name: 'unavailable' }],
    ['an unknown link', refused(404, 'payment_link_not_found'), { name: 'unavailable' }],
    [
      'fields that break a rule',
      refused(422, 'validation_error', { details }),
      form('check_fields', { taxId: 'invalid', email: 'invalid' }),
    ],
    ['a rule about something else', refused(422, 'amount_below_fee'), form('method_not_possible')],
    ['a token that is not known', refused(422, 'invalid_token'), form('card_not_possible')],
    ['too many tries', refused(429, 'rate_limit_exceeded'), form('too_many_tries')],
    [
      'too many tries, with a time to wait',
      refused(429, 'rate_limit_exceeded', { retryAfterMs: 30_000 }),
      { name: 'form', notice: { kind: 'wait', untilMs: nowMs + 30_000 }, problems: {} },
    ],
  ])('after %s', (_what, refusal, stage) => {
    expect(stageAfterRefusal(refusal, nowMs)).toEqual(stage);
  });
});
