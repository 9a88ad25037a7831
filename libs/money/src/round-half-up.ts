/**
 * `numerator / denominator`, rounded to the nearest whole number, halves up. The rounding of every fee and every interest
 * (the ledger's rules of division, 1).
 * @param numerator not negative: no fee or interest is, and "half up" would read in two ways below zero
 * @param denominator above zero
 * @throws RangeError when an argument is out of its range
 */
export function roundHalfUp(numerator: bigint, denominator: bigint): bigint {
  if (numerator < 0n) throw new RangeError(`cannot round the negative ${numerator}/${denominator}`);
  if (denominator <= 0n) throw new RangeError(`denominator must be above zero, got ${denominator}`);
  return (2n * numerator + denominator) / (2n * denominator);
}
