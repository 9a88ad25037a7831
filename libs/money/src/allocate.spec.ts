import fc from 'fast-check';
import { runs } from '@centavo/testing';
import { allocate, sumOf } from './allocate.js';

const MAX_AMOUNT = 10n ** 12n;

const amounts = fc.bigInt(0n, MAX_AMOUNT);
const weightLists = fc
  .array(fc.oneof(fc.bigInt(0n, 10n), fc.bigInt(0n, MAX_AMOUNT)), { minLength: 1, maxLength: 20 })
  .filter((weights) => weights.some((weight) => weight > 0n));

describe('allocate', () => {
  it.each<[string, bigint, bigint[], bigint[]]>([
    ['gives all to a single part', 10001n, [7n], [10001n]],
    ['divides evenly when it can', 300n, [1n, 1n, 1n], [100n, 100n, 100n]],
    ['breaks ties to the first', 100n, [1n, 1n, 1n], [34n, 33n, 33n]],
    ['breaks ties to the first two', 101n, [1n, 1n, 1n], [34n, 34n, 33n]],
    ['serves the largest remainder before the first', 10n, [1n, 2n, 1n, 2n], [2n, 3n, 2n, 3n]],
    ['ranks remainders and not weights', 7n, [5n, 3n, 2n], [4n, 2n, 1n]],
    ['leaves a part without weight without money', 5n, [0n, 1n, 0n, 1n], [0n, 3n, 0n, 2n]],
    ['divides nothing into nothings', 0n, [1n, 2n], [0n, 0n]],
    ['divides the fee of the worked example', 349n, [2335n, 2333n, 2333n], [117n, 116n, 116n]],
    ['divides the refund of the worked example', 4000n, [3000n, 7001n], [1200n, 2800n]],
  ])('%s', (_, amount, weights, parts) => {
    expect(allocate(amount, weights)).toEqual(parts);
  });

  it('adds up to the amount, whatever the weights', () => {
    fc.assert(
      fc.property(amounts, weightLists, (amount, weights) => {
        expect(sumOf(allocate(amount, weights))).toBe(amount);
      }),
      runs(2_000),
    );
  });

  it('keeps every part within its exact share rounded down and up', () => {
    fc.assert(
      fc.property(amounts, weightLists, (amount, weights) => {
        const total = sumOf(weights);
        allocate(amount, weights).forEach((part, index) => {
          const exact = amount * weights[index]!;
          expect(part * total).toBeGreaterThan(exact - total);
          expect(part * total).toBeLessThan(exact + total);
        });
      }),
      runs(2_000),
    );
  });

  it('gives the centavos left over to the largest remainders, the first of equals', () => {
    fc.assert(
      fc.property(amounts, weightLists, (amount, weights) => {
        const total = sumOf(weights);
        const parts = allocate(amount, weights);
        const remainder = (index: number) => (amount * weights[index]!) % total;
        const gotOneMore = (index: number) => parts[index]! > (amount * weights[index]!) / total;
        const lucky = weights.flatMap((_, index) => (gotOneMore(index) ? [index] : []));
        const unlucky = weights.flatMap((_, index) => (gotOneMore(index) ? [] : [index]));
        const ranksBefore = (one: number, other: number) =>
          remainder(one) > remainder(other) || (remainder(one) === remainder(other) && one < other);
        expect(lucky.every((one) => unlucky.every((other) => ranksBefore(one, other)))).toBe(true);
      }),
      runs(500),
    );
  });

  it.each<[string, bigint, bigint[]]>([
    ['a negative amount', -1n, [1n]],
    ['a negative weight', 1n, [2n, -1n]],
    ['weights that are all zero', 1n, [0n, 0n]],
    ['no weights', 1n, []],
  ])('refuses %s', (_, amount, weights) => {
    expect(() => allocate(amount, weights)).toThrow(RangeError);
  });
});
