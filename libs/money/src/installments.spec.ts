import fc from 'fast-check';
import { runs } from '@centavo/testing';
import { sumOf } from './allocate.js';
import { installments } from './installments.js';

describe('installments', () => {
  it.each<[bigint, number, bigint[]]>([
    [3000n, 3, [1000n, 1000n, 1000n]],
    [7001n, 3, [2335n, 2333n, 2333n]],
    [10000n, 1, [10000n]],
    [2n, 3, [2n, 0n, 0n]],
    [0n, 2, [0n, 0n]],
  ])('divides %d into %d as %j', (gross, count, parts) => {
    expect(installments(gross, count)).toEqual(parts);
  });

  it('adds up to the gross, with equal installments after the first, which is larger by less than their number', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 12n), fc.integer({ min: 1, max: 12 }), (gross, count) => {
        const [first, ...others] = installments(gross, count);
        expect(first! + sumOf(others)).toBe(gross);
        for (const other of others) {
          expect(other).toBe(gross / BigInt(count));
          expect(first! - other).toBeLessThan(BigInt(count));
          expect(first! - other).toBeGreaterThanOrEqual(0n);
        }
      }),
      runs(2_000),
    );
  });

  it('refuses a negative gross', () => {
    expect(() => installments(-1n, 2)).toThrow(RangeError);
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses %d installments', (count) => {
    expect(() => installments(100n, count)).toThrow(RangeError);
  });
});
