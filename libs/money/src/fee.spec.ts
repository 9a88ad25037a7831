import { feeOf } from './fee.js';

describe('feeOf', () => {
  it.each([
    [10001n, { bps: 349, fixed: 0 }, 349n],
    [10000n, { bps: 299, fixed: 0 }, 299n],
    [10000n, { bps: 0, fixed: 349 }, 349n],
    [10000n, { bps: 150, fixed: 39 }, 189n],
    [50n, { bps: 100, fixed: 0 }, 1n],
    [49n, { bps: 100, fixed: 0 }, 0n],
    [10n ** 12n, { bps: 399, fixed: 1 }, 39_900_000_001n],
  ])('takes of %d centavos at %j a fee of %d', (amount, rate, fee) => {
    expect(feeOf(amount, rate)).toBe(fee);
  });

  it('refuses a rate that is not whole', () => {
    expect(() => feeOf(100n, { bps: 1.5, fixed: 0 })).toThrow(RangeError);
  });
});
