/** A merchant discount rate: `bps` basis points of the amount plus `fixed` centavos. */
export interface FeeRate {
  readonly bps: number;
  readonly fixed: number;
}

/** A rate for credit cards paid in `from` to `to` installments. */
export interface InstallmentFeeRate extends FeeRate {
  readonly from: number;
  readonly to: number;
}

/** The most that a card payment can be divided into. */
export const MAX_INSTALLMENTS = 12;

/** What a merchant pays for each payment and withdrawal; withdrawals in centavos each. */
export interface FeeTable {
  readonly credit_card: readonly InstallmentFeeRate[];
  readonly debit_card: FeeRate;
  readonly pix: FeeRate;
  readonly boleto: FeeRate;
  readonly withdrawal: { readonly pix: number; readonly ted: number; readonly crypto: number };
}

/** What a new merchant pays until the operator says otherwise. */
export const DEFAULT_FEES: FeeTable = {
  credit_card: [
    { from: 1, to: 1, bps: 299, fixed: 0 },
    { from: 2, to: 6, bps: 349, fixed: 0 },
    { from: 7, to: 12, bps: 399, fixed: 0 },
  ],
  debit_card: { bps: 150, fixed: 0 },
  pix: { bps: 99, fixed: 0 },
  boleto: { bps: 0, fixed: 349 },
  withdrawal: { pix: 0, ted: 367, crypto: 0 },
};

/**
 * The rate that applies to a payment.
 * @throws Error when the table has no band for `installments`: a fault in the merchant's settings
 */
export function feeRateFor(
  fees: FeeTable,
  method: 'credit_card' | 'debit_card' | 'pix' | 'boleto',
  installments: number,
): FeeRate {
  if (method !== 'credit_card') return fees[method];
  const band = fees.credit_card.find(({ from, to }) => from <= installments && installments <= to);
  if (!band) throw new Error(`no credit card fee band for ${installments} installments`);
  return { bps: band.bps, fixed: band.fixed };
}
