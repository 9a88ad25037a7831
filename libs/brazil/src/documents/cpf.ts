import { weightedSum } from '../check-digits.js';

const SHAPE = /^(?!(\d)\1{10})\d{11}$/;
const BASE_LENGTH = 9;
const HIGHEST_WEIGHT = 11;

/**
 * Whether a text is a CPF with right check digits: 11 digits without punctuation, not all the same. Whether the Receita Federal has
 * issued it is another question. (Source: Receita Federal, IN RFB 1.548/2015; modulo 11.)
 */
export function isValidCpf(text: string): boolean {
  if (!SHAPE.test(text)) return false;
  const base = text.slice(0, BASE_LENGTH);
  const first = checkDigit(base);
  return text === `${base}${first}${checkDigit(`${base}${first}`)}`;
}

const checkDigit = (digits: string): number => ((weightedSum(digits, HIGHEST_WEIGHT) * 10) % 11) % 10;
