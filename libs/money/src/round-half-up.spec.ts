import fc from 'fast-check';
import { runs } from '@centavo/testing';
import { roundHalfUp } from './round-half-up.js';

describe('roundHalfUp', () => {
  it.each([
    [0n, 3n, 0n],
    [1n, 3n, 0n],
    [1n, 2n, 1n],
    [2n, 3n, 1n],
    [3n, 2n, 2n],
    [5n, 2n, 3n],
    [10n ** 16n + 1n, 2n, 5n * 10n ** 15n + 1n],
  ])('rounds %d/%d to %d', (numerator, denominator, rounded) => {
    expect(roundHalfUp(numerator, denominator)).toBe(rounded);
  });

  it('is never more than half away, and above rather than below when exactly half', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 18n), fc.bigInt(1n, 10n ** 12n), (numerator, denominator) => {
        const twiceTheError = 2n * (roundHalfUp(numerator, denominator) * denominator - numerator);
        expect(twiceTheError).toBeGreaterThan(-denominator);
        expect(twiceTheError).toBeLessThanOrEqual(denominator);
      }),
      runs(2_000),
    );
  });

  it('refuses a negative numerator', () => {
    expect(() => roundHalfUp(-1n, 2n)).toThrow(RangeError);
  });

  it.each([0n, -2n])('refuses the denominator %d', (denominator) => {
    expect(() => roundHalfUp(1n, denominator)).toThrow(RangeError);
  });
});
