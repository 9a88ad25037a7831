import { saoPauloDateOf, type LocalDate } from '@centavo/brazil';
import type { FeeRate, PaymentMethod } from '@centavo/contracts';
import {
  allocate,
  feeOf,
  feesOfParts,
  grossOfParts,
  installments,
  type Centavos,
  type ChargePart,
} from '@centavo/money';
import { SETTLEMENT_RULES } from './settlement-date.domain.js';

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
 * @throws FeeNotCoveredError when a part does not exceed the fee it is to pay
 */
export function receivablesOf(charge: CapturedCharge): ReceivableTerms[] {
  const { capturedAmount, parts } = charge;
  const captureDate = saoPauloDateOf(charge.capturedAt);
  const gross = grossOfParts(capturedAmount, parts);
  const fees = feesOfParts(feeOf(capturedAmount, charge.feeRate), parts, gross);
  return parts.flatMap(({ recipientId }, part) =>
    divideIntoInstallments(gross[part]!, fees[part]!, charge.installments).map((amounts) => ({
      recipientId,
      ...amounts,
      settlementDate: SETTLEMENT_RULES[charge.paymentMethod](captureDate, amounts.installment),
    })),
  );
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
