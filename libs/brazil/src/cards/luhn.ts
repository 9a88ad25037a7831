import { modulo10 } from '../check-digits.js';

/** Whether the last of these digits is the check digit of the ones before it. (Source: ISO/IEC 7812-1, Luhn's algorithm.) */
export function isLuhnValid(digits: string): boolean {
  return /^\d{2,}$/.test(digits) && modulo10(digits.slice(0, -1)) === Number(digits.at(-1));
}
