import { DomainError } from '@centavo/contracts';
import { feeOf, FeeNotCoveredError, feesOfParts, grossOfParts, PartsExceedTotalError, partsOf } from '@centavo/money';
import { totalAmountOf, type NewCharge } from './charge.domain.js';

/**
 * Whether the charge can be divided as agreed when `captured` centavos of it are: the ledger will divide them by the same functions.
 * @throws DomainError `split_exceeds_amount`; `amount_below_fee` when who pays the fee would be left with nothing
 */
export function assertFeeCovered(charge: NewCharge, captured: bigint): void {
  try {
    const { merchant_id, submerchant_id, details, terms } = charge;
    const parts = partsOf(totalAmountOf(charge), { splits: details.splits, ownerId: submerchant_id ?? merchant_id });
    feesOfParts(feeOf(captured, terms.fee), parts, grossOfParts(captured, parts));
  } catch (error) {
    if (error instanceof PartsExceedTotalError) throw DomainError.onField('split_exceeds_amount', 'splits');
    if (error instanceof FeeNotCoveredError) throw DomainError.onField('amount_below_fee', 'amount');
    throw error;
  }
}
