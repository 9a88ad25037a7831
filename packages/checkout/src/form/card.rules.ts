import { detectBrand, isLuhnExempt, isLuhnValid, saoPauloDateOf } from '@centavo/brazil';
import { digitsOf } from '../format/digits.js';
import type { Problem } from './fields.js';

const CARD_NUMBER = /^\d{13,19}$/;
const EXPIRY = /^(0[1-9]|1[0-2])\/(\d{2}|\d{4})$/;

/** @param isSandbox there the last digit is not checked */
export function cardNumberProblem(text: string, isSandbox: boolean): Problem | null {
  const number = digitsOf(text);
  if (!CARD_NUMBER.test(number)) return 'invalid';
  const brand = detectBrand(number);
  if (!brand) return 'unsupported';
  return isSandbox || isLuhnExempt(brand) || isLuhnValid(number) ? null : 'invalid';
}

/** American Express prints four digits, all others three. */
export const cvvLengthOf = (number: string): number => (detectBrand(digitsOf(number)) === 'amex' ? 4 : 3);

export const cvvProblem = (cvv: string, number: string): Problem | null =>
  /^\d+$/.test(cvv) && cvv.length === cvvLengthOf(number) ? null : 'invalid';

/** @param text `MM/YY` or `MM/YYYY`; a card is good until the end of its month, in Brazil */
export function expiryProblem(text: string, now: Date): Problem | null {
  const expiry = parseExpiry(text);
  if (!expiry) return 'invalid';
  return `${expiry.year}-${expiry.month}` < saoPauloDateOf(now).slice(0, 'YYYY-MM'.length) ? 'expired' : null;
}

/** Two digits of a year are of this century: no card is good for longer. */
export function parseExpiry(text: string): { readonly month: string; readonly year: string } | null {
  const [, month, year] = EXPIRY.exec(text) ?? [];
  if (!month || !year) return null;
  return { month, year: year.length === 2 ? `20${year}` : year };
}
