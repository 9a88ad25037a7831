import { isBearable, settle, type AttemptResult } from './attempt.domain.js';
import { RETRY_SCHEDULE } from './retry-schedule.domain.js';

const result = (fields: Partial<AttemptResult>): AttemptResult => ({
  attemptedAtMs: 1_000,
  latencyMs: 200,
  statusCode: null,
  isOverdue: false,
  error: null,
  responseExcerpt: null,
  retryAfterMs: null,
  ...fields,
});

describe('an attempt', () => {
  it.each([
    ['a status', { statusCode: 400 }, true],
    ['a status that asks for a rest', { statusCode: 503 }, false],
    ['a status with a body that does not end', { statusCode: 200, isOverdue: true }, false],
    ['no status', { error: 'timeout' }, false],
  ])('that meets %s says how much its receiver bears', (_, fields, bearable) => {
    expect(isBearable(result(fields))).toBe(bearable);
  });

  it.each([200, 201, 204, 299])('delivers with %i', (statusCode) => {
    expect(settle(RETRY_SCHEDULE, 1, result({ statusCode })).status).toBe('delivered');
  });

  it.each([301, 302, 307, 400, 404, 429, 500, 503])('is repeated after %i', (statusCode) => {
    expect(settle(RETRY_SCHEDULE, 1, result({ statusCode }), 0)).toEqual({
      status: 'retrying',
      nextAttemptAtMs: 1_000 + 200 + 5_000,
      endpointGone: false,
    });
  });

  it('is repeated when there was no answer', () => {
    expect(settle(RETRY_SCHEDULE, 9, result({ error: 'timeout' })).status).toBe('retrying');
  });

  it('is repeated when the receiver wants it', () => {
    const { nextAttemptAtMs } = settle(RETRY_SCHEDULE, 1, result({ statusCode: 429, retryAfterMs: 60_000 }), 0);
    expect(nextAttemptAtMs).toBe(1_000 + 200 + 60_000);
  });

  it('exhausts the delivery when it was the tenth', () => {
    expect(settle(RETRY_SCHEDULE, 10, result({ statusCode: 500 }))).toMatchObject({
      status: 'exhausted',
      nextAttemptAtMs: null,
    });
  });

  it('cancels the delivery and gives up the endpoint with 410', () => {
    expect(settle(RETRY_SCHEDULE, 1, result({ statusCode: 410 }))).toEqual({
      status: 'canceled',
      nextAttemptAtMs: null,
      endpointGone: true,
    });
  });
});
