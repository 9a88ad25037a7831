import type { CardBrand } from '@centavo/brazil';

const NAMES: Readonly<Record<CardBrand, string>> = {
  elo: 'Elo',
  hipercard: 'Hipercard',
  amex: 'American Express',
  mastercard: 'Mastercard',
  visa: 'Visa',
  diners: 'Diners Club',
  jcb: 'JCB',
  discover: 'Discover',
};

/** A brand as its cards spell it; one that the page does not know as it came. */
export const brandName = (brand: string): string => (NAMES as Readonly<Record<string, string>>)[brand] ?? brand;
