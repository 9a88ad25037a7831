import { saoPauloDateOf, type LocalDate } from '@centavo/brazil';
import { DomainError, type FeeRate, type PaymentMethod } from '@centavo/contracts';
import { allocate, feeOf, installments, sumOf, type Centavos } from '@centavo/money';
import { SETTLEMENT_RULES } from './settlement-date.domain.js';

/** One recipient's share of a charge. */
export interface ChargePart {
  readonly recipientId: string;
  /** Of the charge's total amount; the parts of a charge add up to it. */
  readonly amount: Centavos;
  /** The charge's submerchant, else its merchant: who pays the fee when no part is flagged to. */
  readonly isOwner: boolean;
  /** Whether the part is flagged to pay the processing fee, alone or in proportion with others so flagged. */
  readonly paysFee: boolean;
}

/** What the ledger has to know of a captured charge. */
export interface CapturedCharge {
  /** At most what the parts add up to; less after a partial capture. */
  readonly capturedAmount: Centavos;
  readonly capturedAt: Date;
  readonly paymentMethod: PaymentMethod;
  readonly installments: number;
  readonly feeRate: FeeRate;
  readonly parts: readonly ChargePart[];
}

/** What one recipient is owed of one installment. `net = gross − fee`, none of them negative. */
export interface ReceivableTerms {
  readonly recipientId: string;
  readonly installment: number;
  readonly gross: Centavos;
  readonly fee: Centavos;
  readonly net: Centavos;
  readonly settlementDate: LocalDate;
}

/**
 * The receivables of a capture, by the ledger's rules: parts of the captured amount, the fee over those who pay it, and each
 * part over the installments. Together their gross is the captured amount and their fee the charge's fee.
 * @throws DomainError `amount_below_fee` when a part does not exceed the fee it is to pay
 */
export function receivablesOf(charge: CapturedCharge): ReceivableTerms[] {
  const captureDate = saoPauloDateOf(charge.capturedAt);
  const parts = charge.parts.filter(({ amount }) => amount > 0n);
  const grossOfParts = allocate(
    charge.capturedAmount,
    parts.map(({ amount }) => amount),
  );
  const feeOfParts = divideFee(feeOf(charge.capturedAmount, charge.feeRate), parts, grossOfParts);
  return parts.flatMap(({ recipientId }, part) =>
    divideIntoInstallments(grossOfParts[part]!, feeOfParts[part]!, charge.installments).map((amounts) => ({
      recipientId,
      ...amounts,
      settlementDate: SETTLEMENT_RULES[charge.paymentMethod](captureDate, amounts.installment),
    })),
  );
}

function divideFee(fee: Centavos, parts: readonly ChargePart[], gross: readonly Centavos[]): Centavos[] {
  if (fee === 0n) return parts.map(() => 0n);
  const pays = feePayers(parts);
  const payingGross = gross.map((amount, index) => (pays[index] ? amount : 0n));
  if (sumOf(payingGross) <= fee) throw new DomainError('amount_below_fee');
  const fees = allocate(fee, payingGross);
  if (fees.some((part, index) => part > 0n && part >= gross[index]!)) throw new DomainError('amount_below_fee');
  return fees;
}

/** Whether each part pays: those flagged; when there are none, the owner; when it has no part, everyone. */
function feePayers(parts: readonly ChargePart[]): boolean[] {
  if (parts.some(({ paysFee }) => paysFee)) return parts.map(({ paysFee }) => paysFee);
  if (parts.some(({ isOwner }) => isOwner)) return parts.map(({ isOwner }) => isOwner);
  return parts.map(() => true);
}

function divideIntoInstallments(gross: Centavos, fee: Centavos, count: number) {
  if (gross === 0n) return [];
  const grossOfInstallments = installments(gross, count);
  const feeOfInstallments = allocate(fee, grossOfInstallments);
  return grossOfInstallments
    .map((amount, index) => {
      const feePart = feeOfInstallments[index]!;
      return { installment: index + 1, gross: amount, fee: feePart, net: amount - feePart };
    })
    .filter((installment) => installment.gross > 0n);
}
