import { weightedSum } from '../check-digits.js';

const SHAPE = /^(?!(.)\1{13})[0-9A-Z]{12}\d{2}$/;
const BASE_LENGTH = 12;
const HIGHEST_WEIGHT = 9;

/**
 * Whether a text is a CNPJ with right check digits: 12 digits or upper-case letters and 2 digits without punctuation, not all the
 * same. New companies get letters since July 2026. (Source: Receita Federal, IN RFB 2.229/2024; modulo 11.)
 */
export function isValidCnpj(text: string): boolean {
  if (!SHAPE.test(text)) return false;
  const base = text.slice(0, BASE_LENGTH);
  const first = checkDigit(base);
  return text === `${base}${first}${checkDigit(`${base}${first}`)}`;
}

function checkDigit(characters: string): number {
  const remainder = weightedSum(characters, HIGHEST_WEIGHT) % 11;
  return remainder < 2 ? 0 : 11 - remainder;
}
