import { addDays, nextBusinessDay, sameOrNextBusinessDay, type LocalDate } from '@centavo/brazil';
import type { PaymentMethod } from '@centavo/contracts';

const DAYS_PER_INSTALLMENT = 30;

/** When a payment method's money arrives, counted from the day of the capture in São Paulo. */
export const SETTLEMENT_RULES: Record<PaymentMethod, (captured: LocalDate, installment: number) => LocalDate> = {
  credit_card: (captured, installment) => sameOrNextBusinessDay(addDays(captured, DAYS_PER_INSTALLMENT * installment)),
  debit_card: nextBusinessDay,
  boleto: nextBusinessDay,
  // Pix settles around the clock, holidays included.
  pix: (captured) => captured,
};
