/*
 * The ledger's rules of division once more, in plain numbers. Nothing here is the platform's: a mistake would have to be made twice, in the
 * same way, to go unnoticed. All amounts are centavos.
 */

const BPS = 10_000;
const BPS_DAYS_PER_MONTH = 300_000;

/** @returns how often `divisor` fits into `number` */
const wholeOf = (number: number, divisor: number): number => (number - (number % divisor)) / divisor;

export const total = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/** A fraction of whole numbers, half a centavo rounded up. */
const rounded = (numerator: number, denominator: number): number =>
  wholeOf(2 * numerator + denominator, 2 * denominator);

export const processingFee = (amount: number, bps: number): number => rounded(amount * bps, BPS);

export const interest = (net: number, monthlyBps: number, days: number): number =>
  rounded(net * monthlyBps * days, BPS_DAYS_PER_MONTH);

/** The part of a receivable's fee that goes with the part of its gross which a refund takes. */
export const feeTaken = (fee: number, taken: number, gross: number): number => rounded(fee * taken, gross);

/** In hundredths of a percent, rounded down. */
export const percentage = (amount: number, hundredths: number): number => wholeOf(amount * hundredths, BPS);

/** In proportion to weights; the centavos left over go to the largest remainders, the first of equals. */
export function divide(amount: number, weights: readonly number[]): number[] {
  const whole = total(weights);
  const parts = weights.map((weight) => wholeOf(amount * weight, whole));
  const ranked = weights.map((weight, index) => ({ index, remainder: (amount * weight) % whole }));
  ranked.sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of ranked.slice(0, amount - total(parts))) parts[index]! += 1;
  return parts;
}

/** In equal parts; what is left over goes to the first. */
export function inEqualParts(amount: number, count: number): number[] {
  const each = wholeOf(amount, count);
  return Array.from({ length: count }, (_, index) => (index === 0 ? amount - each * (count - 1) : each));
}
