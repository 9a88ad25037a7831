import type { Centavos } from '@centavo/money';

/**
 * An amount in reais with two decimals and a point, `1234.56`, exact whatever its size.
 * @param amount in centavos, not negative
 */
export function decimalReais(amount: Centavos): `${number}` {
  const digits = String(amount).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}` as `${number}`;
}
