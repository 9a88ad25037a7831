import { detectBrand } from '@centavo/brazil';
import type { Field, FormValues } from '../form/fields.js';
import { digitsOf } from './digits.js';

/** Writes what has been typed so far as people write it. What makes no sense is left out. */
export type Mask = (text: string) => string;

const MAX_CARD_DIGITS = 19;
const AMEX_GROUPS = /^(\d{1,4})(\d{1,6})?(\d{1,5})?$/;
const AMEX_DIGITS = 15;

/** In groups of four, or as American Express prints them: 4-6-5. */
export const maskCardNumber: Mask = (text) => {
  const digits = digitsOf(text).slice(0, MAX_CARD_DIGITS);
  const isAmex = detectBrand(digits) === 'amex';
  const groups = isAmex ? AMEX_GROUPS.exec(digits.slice(0, AMEX_DIGITS))?.slice(1) : digits.match(/\d{1,4}/g);
  return (groups ?? []).filter(Boolean).join(' ');
};

/** `MM/YY`; browsers that know the card fill in `MM/YYYY`. */
export const maskExpiry: Mask = (text) => {
  const typed = digitsOf(text);
  // 4 can only be April.
  const digits = /^[2-9]/.test(typed) ? `0${typed}` : typed;
  const month = digits.slice(0, 2);
  const year = digits.slice(2, digits.startsWith('20', 2) ? 'MMYYYY'.length : 'MMYY'.length);
  return year === '' ? month : `${month}/${year}`;
};

const CPF_LENGTH = 11;
const CNPJ_LENGTH = 14;

/** `123.456.789-09` */
export const maskCpf: Mask = (text) => punctuate(digitsOf(text).slice(0, CPF_LENGTH), { 3: '.', 6: '.', 9: '-' });

/** `12.ABC.345/01DE-35` */
export const maskCnpj: Mask = (text) => {
  const plain = text.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
  return punctuate(plain.slice(0, CNPJ_LENGTH), { 2: '.', 5: '.', 8: '/', 12: '-' });
};

const MOBILE_LENGTH = 11;
const FOREIGN_LENGTH = 15;

/** `(11) 98765-4321`, `(11) 3456-7890`; with a plus and another country's code just digits. */
export const maskPhone: Mask = (text) => {
  const typed = digitsOf(text);
  if (/^\s*\+/.test(text)) {
    // Browsers fill in +55: what follows is a Brazilian number.
    const isBrazilian = typed.startsWith('55') && typed.length >= 12;
    return isBrazilian ? maskPhone(typed.slice(2)) : `+${typed.slice(0, FOREIGN_LENGTH)}`;
  }
  const digits = typed.slice(0, MOBILE_LENGTH);
  if (digits.length <= 2) return digits;
  const dash = digits.length === MOBILE_LENGTH ? 5 : 4;
  return `(${digits.slice(0, 2)}) ${punctuate(digits.slice(2), { [dash]: '-' })}`;
};

/** Puts each mark before the character at its place, when there is one. */
const punctuate = (plain: string, marks: Readonly<Record<number, string>>): string =>
  [...plain].map((character, place) => (marks[place] ?? '') + character).join('');

const asTyped: Mask = (text) => text;

/** The mask of a field. */
export function maskOf(field: Field, { taxIdKind }: Pick<FormValues, 'taxIdKind'>): Mask {
  if (field === 'number') return maskCardNumber;
  if (field === 'expiry') return maskExpiry;
  if (field === 'cvv') return (text) => digitsOf(text).slice(0, 4);
  if (field === 'taxId') return taxIdKind === 'cpf' ? maskCpf : maskCnpj;
  return field === 'phone' ? maskPhone : asTyped;
}

const SIGNIFICANT = /[0-9A-Za-z+]/g;

/**
 * A masked text and where the caret belongs in it: behind as many significant characters as before, so that nobody who corrects a digit
 * in the middle is thrown to the end.
 * @param caret its place in `text`
 */
export function applyMask(mask: Mask, text: string, caret: number): { readonly text: string; readonly caret: number } {
  const masked = mask(text);
  if (caret >= text.length) return { text: masked, caret: masked.length };
  const before = text.slice(0, caret).match(SIGNIFICANT)?.length ?? 0;
  return { text: masked, caret: placeAfter(before, masked) };
}

/** Right behind the `count`th significant character: marks that follow it are left ahead of the caret. */
function placeAfter(count: number, masked: string): number {
  const places = [...masked.matchAll(SIGNIFICANT)].map(({ index }) => index + 1);
  return count === 0 ? 0 : (places[count - 1] ?? masked.length);
}
