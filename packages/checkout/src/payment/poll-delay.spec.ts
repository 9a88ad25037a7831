import { pollDelayMs, type Watching } from './poll-delay.js';

const watching = (fields: Partial<Watching> = {}): Watching => ({
  method: 'pix',
  reads: 5,
  waitedMs: 10_000,
  isHidden: false,
  lost: 0,
  retryAfterMs: null,
  ...fields,
});

describe('pollDelayMs', () => {
  it.each<[string, Partial<Watching>, number]>([
    ['is short at first, for a card is answered soon', { reads: 0 }, 700],
    ['grows', { reads: 1 }, 1_000],
    ['is two seconds for who watches', {}, 2_000],
    ['is longer after ten minutes', { waitedMs: 600_000 }, 5_000],
    ['is long for a page that nobody sees', { isHidden: true }, 10_000],
    ['is long for a boleto, which takes days', { method: 'boleto' }, 30_000],
    ['is as long for a boleto that nobody sees', { method: 'boleto', isHidden: true }, 30_000],
    ['doubles when an answer is lost', { lost: 1 }, 4_000],
    ['doubles again', { lost: 2 }, 8_000],
    ['has an end', { lost: 50 }, 30_000],
    ['is at least what the server asks for', { lost: 1, retryAfterMs: 60_000 }, 60_000],
  ])('%s', (_what, fields, delayMs) => {
    expect(pollDelayMs(watching(fields))).toBe(delayMs);
  });
});
