import type { Centavos } from './centavos.js';

/**
 * Divides an amount in proportion to weights (the ledger's rules of division, 2: largest remainder). Each part is
 * `floor(amount · weight / Σ weights)`; the centavos left over go one by one to the parts with the largest remainder, ties to
 * the first. So the parts add up to the amount and none exceeds its exact share rounded up.
 * @param amount centavos, not negative
 * @param weights not negative, at least one above zero; any unit
 * @returns one part per weight, in the same order
 * @throws RangeError when an argument is out of its range
 */
export function allocate(amount: Centavos, weights: readonly bigint[]): Centavos[] {
  if (amount < 0n) throw new RangeError(`cannot allocate the negative amount ${amount}`);
  if (weights.some((weight) => weight < 0n)) throw new RangeError('a weight is negative');
  const totalWeight = sumOf(weights);
  if (totalWeight === 0n) throw new RangeError('no weight is above zero');

  const parts = weights.map((weight) => (amount * weight) / totalWeight);
  const leftOver = Number(amount - sumOf(parts));
  if (leftOver === 0) return parts;

  const remainders = weights.map((weight) => (amount * weight) % totalWeight);
  const byRemainder = remainders.map((_, index) => index).toSorted((a, b) => compare(remainders[b]!, remainders[a]!));
  for (const index of byRemainder.slice(0, leftOver)) parts[index]! += 1n;
  return parts;
}

/** The sum of amounts, 0 of none. */
export const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

const compare = (a: bigint, b: bigint): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};
