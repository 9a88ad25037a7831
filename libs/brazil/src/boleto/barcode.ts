import type { Centavos } from '@centavo/money';
import { weightedSum } from '../check-digits.js';
import type { LocalDate } from '../local-date.js';
import { dueFactor } from './due-factor.js';

const REAL = '9';
const AMOUNT_DIGITS = 10;
/** In centavos. */
export const MAX_BOLETO_AMOUNT: Centavos = 10n ** BigInt(AMOUNT_DIGITS) - 1n;
const BANK = /^\d{3}$/;
const FREE_FIELD = /^\d{25}$/;
const BARCODE = /^\d{44}$/;
const CHECK_DIGIT_AT = 4;
const HIGHEST_WEIGHT = 9;

export interface Boleto {
  /** Three digits: the bank's number in the clearing system. */
  readonly bank: string;
  readonly dueAt: LocalDate;
  /** In centavos, 0 … 9 999 999 999. */
  readonly amount: Centavos;
  /** 25 digits of which the bank decides the meaning. */
  readonly freeField: string;
}

/**
 * The 44 digits of a boleto's barcode: bank, currency, check digit, due factor, amount, free field.
 * (Source: FEBRABAN, Convenção da Cobrança; Banco Central, Carta-Circular 2.926/2000.)
 * @throws RangeError when a part has not its number of digits, or the date no due factor
 */
export function boletoBarcode({ bank, dueAt, amount, freeField }: Boleto): string {
  if (!BANK.test(bank)) throw new RangeError(`${bank} is no bank number of three digits`);
  if (!FREE_FIELD.test(freeField)) throw new RangeError('The free field has 25 digits');
  if (amount < 0n || amount > MAX_BOLETO_AMOUNT) throw new RangeError(`${amount} centavos do not fit a boleto`);
  const factor = String(dueFactor(dueAt)).padStart(4, '0');
  const head = bank + REAL;
  const tail = factor + String(amount).padStart(AMOUNT_DIGITS, '0') + freeField;
  return head + checkDigit(head + tail) + tail;
}

/**
 * @returns the same barcode
 * @throws RangeError when it is not 44 digits with the right check digit
 */
export function assertBoletoBarcode(barcode: string): string {
  if (!BARCODE.test(barcode)) throw new RangeError('A boleto’s barcode has 44 digits');
  const others = barcode.slice(0, CHECK_DIGIT_AT) + barcode.slice(CHECK_DIGIT_AT + 1);
  if (checkDigit(others) !== Number(barcode[CHECK_DIGIT_AT]))
    throw new RangeError('The barcode’s check digit is wrong');
  return barcode;
}

/** The general check digit: 0 would look like no check digit, so 0, 10 and 11 are all 1. */
function checkDigit(digits: string): number {
  const digit = 11 - (weightedSum(digits, HIGHEST_WEIGHT) % 11);
  return digit > 9 ? 1 : digit;
}
