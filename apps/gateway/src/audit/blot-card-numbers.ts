import { detectBrand, isLuhnExempt, isLuhnValid, isValidCnpj } from '@centavo/brazil';

/**
 * As card numbers are written: in one, or in groups of 4-4-4-4, perhaps with up to three more, 4-6-5 and 4-6-4; but not as the
 * groups of a UUID, which end in twelve. What is found is in the first group and nothing is consumed: the next may overlap.
 */
const SHAPES = [
  /(?<!\d)(?=(\d{13,19})(?!\d))/g,
  /(?<!\d)(?=(\d{4}([ -])\d{4}\2\d{4}\2\d{4})(?!\d|-[\da-f]{12}))/gi,
  /(?<!\d)(?=(\d{4}([ -])\d{4}\2\d{4}\2\d{4}\2\d{1,3})(?![\da-f]))/gi,
  /(?<!\d)(?=(\d{4}([ -])\d{6}\2\d{4,5})(?!\d))/g,
];

/** A text without the card numbers in it; CNPJs and other long numbers stay. */
export function blotCardNumbers(text: string, blot: string): string {
  const found = SHAPES.flatMap((shape) => [...text.matchAll(shape)].map(([, written]) => written!));
  return found.filter(isCardNumber).reduce((rest, written) => rest.replaceAll(written, blot), text);
}

function isCardNumber(written: string): boolean {
  const digits = written.replaceAll(/\D/g, '');
  const brand = detectBrand(digits);
  // One CNPJ in forty could be a card too; of cards only few have 14 digits, and one in a hundred of those could be a CNPJ.
  return brand !== undefined && (isLuhnExempt(brand) || isLuhnValid(digits)) && !isValidCnpj(digits);
}
