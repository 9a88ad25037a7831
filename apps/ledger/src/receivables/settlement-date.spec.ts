import type { LocalDate } from '@centavo/brazil';
import { PAYMENT_METHODS } from '@centavo/contracts';
import { SETTLEMENT_RULES } from './settlement-date.domain.js';

describe('the settlement date', () => {
  it.each<[number, LocalDate]>([
    [1, '2026-12-21'],
    [2, '2027-01-19'],
    [3, '2027-02-18'],
    [12, '2027-11-16'],
  ])('of credit card installment %d captured on 2026-11-20 is %s', (installment, date) => {
    expect(SETTLEMENT_RULES.credit_card('2026-11-20', installment)).toBe(date);
  });

  it.each(['debit_card', 'boleto'] as const)('of %s is the first business day after the capture', (method) => {
    expect(SETTLEMENT_RULES[method]('2026-11-18', 1)).toBe('2026-11-19');
    expect(SETTLEMENT_RULES[method]('2026-11-19', 1)).toBe('2026-11-23');
    expect(SETTLEMENT_RULES[method]('2026-11-21', 1)).toBe('2026-11-23');
  });

  it('of Pix is the day of the capture, holiday or not', () => {
    expect(SETTLEMENT_RULES.pix('2026-11-20', 1)).toBe('2026-11-20');
    expect(SETTLEMENT_RULES.pix('2026-11-22', 1)).toBe('2026-11-22');
  });

  it('is ruled for every payment method', () => {
    expect(Object.keys(SETTLEMENT_RULES).toSorted()).toEqual([...PAYMENT_METHODS].toSorted());
  });
});
