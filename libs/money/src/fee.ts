import type { Centavos } from './centavos.js';
import { roundHalfUp } from './round-half-up.js';

const BPS_PER_WHOLE = 10_000n;

/** The price of a payment: `bps` basis points of the amount plus `fixed` centavos; both whole and not negative. */
export interface Rate {
  readonly bps: number;
  readonly fixed: number;
}

/**
 * The processing fee of an amount: `roundHalfUp(amount · bps / 10000) + fixed`.
 * @param amount centavos, not negative
 * @returns centavos; may exceed the amount when it is small, which is for the caller to refuse
 * @throws RangeError when the amount is negative or the rate is not whole
 */
export const feeOf = (amount: Centavos, rate: Rate): Centavos =>
  roundHalfUp(amount * BigInt(rate.bps), BPS_PER_WHOLE) + BigInt(rate.fixed);
