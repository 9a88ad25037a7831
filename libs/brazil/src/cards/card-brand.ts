import { CARD_BRAND_RANGES } from './card-brands.data.js';

export type CardBrand = (typeof CARD_BRAND_RANGES)[number]['brand'];

/** Every brand that can be paid with, in the order in which they are looked for. */
export const CARD_BRANDS: readonly CardBrand[] = CARD_BRAND_RANGES.map(({ brand }) => brand);

/**
 * The brand that a card number belongs to, by its first digits; the first match in the order of {@link CARD_BRANDS} wins.
 *
 * @param number digits only; its first six are enough. Whether there are as many as a card has is another question.
 * @returns undefined when no brand has such numbers
 */
export function detectBrand(number: string): CardBrand | undefined {
  return RANGES.find(({ first, last }) => {
    const prefix = number.slice(0, first.length);
    // Digits of one length compare as texts as they do as numbers.
    return prefix.length === first.length && prefix >= first && prefix <= last;
  })?.brand;
}

/** Whether numbers of a brand may have any last digit (see {@link isLuhnValid}). */
export function isLuhnExempt(brand: CardBrand): boolean {
  return LUHN_EXEMPT.has(brand);
}

const LUHN_EXEMPT: ReadonlySet<CardBrand> = new Set(
  CARD_BRAND_RANGES.filter((range) => 'luhnExempt' in range).map(({ brand }) => brand),
);

const RANGES = CARD_BRAND_RANGES.flatMap(({ brand, prefixes }) =>
  prefixes.map((prefix) => {
    const [first, last = first] = prefix.split('-') as [string, string?];
    return { brand, first, last };
  }),
);
