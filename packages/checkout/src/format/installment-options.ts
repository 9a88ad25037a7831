import { installments } from '@centavo/money';

export interface InstallmentOption {
  readonly count: number;
  /** What each installment is, in centavos. */
  readonly each: number;
  /** The first one, in centavos: it takes what cannot be divided. */
  readonly first: number;
}

/**
 * The ways to divide an amount, as the platform divides it. Nobody pays installments of nothing: those are left out.
 * @param amount centavos
 */
export function installmentOptions(amount: number, maxInstallments: number): InstallmentOption[] {
  const counts = Array.from({ length: maxInstallments }, (_, index) => index + 1);
  return counts
    .map((count) => {
      const parts = installments(BigInt(amount), count);
      return { count, each: Number(parts.at(-1)), first: Number(parts[0]) };
    })
    .filter(({ each, count }) => count === 1 || each > 0);
}
