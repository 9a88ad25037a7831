import fc from 'fast-check';
import { nextAttemptAtMs, RETRY_SCHEDULE, retryAfterMs } from './retry-schedule.domain.js';

const NOW_MS = Date.parse('2026-11-21T12:00:00Z');
const HOUR_MS = 3_600_000;

describe('the retry schedule', () => {
  it('tries ten times: at once, then after 5 s, 5 and 30 min, 2, 5, 10, 14, 20 and 24 h', () => {
    const pauses = Array.from({ length: 10 }, (_, n) => nextAttemptAtMs(RETRY_SCHEDULE, n, NOW_MS, null, 0)! - NOW_MS);
    expect(pauses.map((pauseMs) => pauseMs / 1_000)).toEqual([
      0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
    ]);
    expect(nextAttemptAtMs(RETRY_SCHEDULE, 10, NOW_MS, null)).toBeNull();
  });

  it('is never early and at most a fifth late', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (attempt, random) => {
          const pauseMs = nextAttemptAtMs(RETRY_SCHEDULE, attempt, NOW_MS, null, random)! - NOW_MS;
          const plannedMs = RETRY_SCHEDULE.pausesMs[attempt]!;
          return pauseMs >= plannedMs && pauseMs <= plannedMs * 1.2 + 1;
        },
      ),
    );
  });

  it('waits as long as the receiver asks, but not less than planned and not longer than a day', () => {
    const pauses = [90_000, 1_000, 400 * HOUR_MS].map(
      (askedMs) => nextAttemptAtMs(RETRY_SCHEDULE, 1, NOW_MS, askedMs, 0)! - NOW_MS,
    );
    expect(pauses).toEqual([90_000, 5_000, 24 * HOUR_MS]);
  });

  it('does not try once more because the receiver asks for it', () => {
    expect(nextAttemptAtMs(RETRY_SCHEDULE, 10, NOW_MS, 1_000)).toBeNull();
  });
});

describe('Retry-After', () => {
  it.each([
    ['120', 120_000],
    [' 7 ', 7_000],
    ['Sat, 21 Nov 2026 12:00:30 GMT', 30_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['1000000000000', 1e15],
    ['soon', null],
    ['-5', null],
    ['', null],
    [undefined, null],
    [['3', '9'], 3_000],
  ])('%j means %s ms', (header, expected) => {
    expect(retryAfterMs(header, NOW_MS)).toBe(expected);
  });
});
