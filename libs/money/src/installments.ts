import type { Centavos } from './centavos.js';

/**
 * Divides a gross amount into `count` installments (the ledger's rules of division, 3): each is `floor(gross / count)`,
 * everything left over goes to the first.
 * @param gross centavos, not negative
 * @param count a whole number, at least 1
 * @throws RangeError when an argument is out of its range
 */
export function installments(gross: Centavos, count: number): Centavos[] {
  if (gross < 0n) throw new RangeError(`cannot divide the negative amount ${gross}`);
  if (!Number.isSafeInteger(count) || count < 1) throw new RangeError(`${count} is no number of installments`);
  const each = gross / BigInt(count);
  const first = gross - each * BigInt(count - 1);
  return [first, ...Array<Centavos>(count - 1).fill(each)];
}
