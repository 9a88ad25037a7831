import { newAttemptKey, recoveryOf, type Attempt } from './attempt.js';

const MINUTE_MS = 60_000;
const sentAtMs = 1_000_000;

const anAttempt = (fields: Partial<Attempt> = {}): Attempt => ({
  key: 'key',
  method: 'pix',
  startedAtMs: sentAtMs,
  chargeId: null,
  body: { payment_method: 'pix', payment_details: {}, customer: {} as never },
  ...fields,
});

describe('recoveryOf', () => {
  it('reads the charge of an attempt that has one, however old', () => {
    expect(recoveryOf(anAttempt({ chargeId: 'c', body: null }), sentAtMs + 1e12)).toBe('read the charge');
  });

  it.each([
    [0, 'send again'],
    [10, 'send again'],
    [11, 'ask'],
    [23 * 60, 'ask'],
    [23 * 60 + 1, 'forget'],
  ])('after %i minutes without an answer: %s', (minutes, recovery) => {
    expect(recoveryOf(anAttempt(), sentAtMs + minutes * MINUTE_MS)).toBe(recovery);
  });

  it('forgets an attempt of which nothing is left to send', () => {
    expect(recoveryOf(anAttempt({ body: null }), sentAtMs)).toBe('forget');
  });
});

describe('newAttemptKey', () => {
  it('is another one every time, of 128 bits', () => {
    const keys = Array.from({ length: 100 }, newAttemptKey);
    expect(new Set(keys).size).toBe(100);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
  });
});
