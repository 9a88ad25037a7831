import { modulo10 } from '../check-digits.js';
import { assertBoletoBarcode } from './barcode.js';

const LINE = /^(\d{4})(\d{5})(\d)(\d{10})(\d)(\d{10})(\d)(\d)(\d{14})$/;

/**
 * The 47 digits under a boleto's barcode for people to type: the free field in three groups with a check digit each, then the
 * general check digit, then due factor and amount. (Source: FEBRABAN, Convenção da Cobrança.)
 * @throws RangeError when the barcode is not 44 digits with the right check digit
 */
export function boletoLine(barcode: string): string {
  assertBoletoBarcode(barcode);
  const bankAndCurrency = barcode.slice(0, 4);
  const generalCheckDigit = barcode[4];
  const factorAndAmount = barcode.slice(5, 19);
  const freeField = barcode.slice(19);
  const fields = [bankAndCurrency + freeField.slice(0, 5), freeField.slice(5, 15), freeField.slice(15)];
  return fields.map((field) => field + modulo10(field)).join('') + generalCheckDigit + factorAndAmount;
}

/**
 * The barcode of a typed line. All four check digits are verified. The standard's own blind spot remains: three remainders share the
 * general check digit 1, so with it some wrong digits of due factor and amount pass.
 * @param line 47 digits without punctuation
 * @throws RangeError when it is not 47 digits with right check digits
 */
export function barcodeOfLine(line: string): string {
  const parts = LINE.exec(line);
  if (!parts) throw new RangeError('A boleto’s line has 47 digits');
  const [, head, free1, , free2, , free3, , general, factorAndAmount] = parts;
  const barcode = `${head}${general}${factorAndAmount}${free1}${free2}${free3}`;
  if (boletoLine(assertBoletoBarcode(barcode)) !== line) throw new RangeError('A check digit of the line is wrong');
  return barcode;
}

/**
 * A line as it is printed: `AAAAA.AAAAA BBBBB.BBBBBB CCCCC.CCCCCC D EEEEEEEEEEEEEE`.
 * @throws RangeError when it is not 47 digits
 */
export function formatBoletoLine(line: string): string {
  if (!LINE.test(line)) throw new RangeError('A boleto’s line has 47 digits');
  const field = (from: number, to: number) => `${line.slice(from, from + 5)}.${line.slice(from + 5, to)}`;
  return [field(0, 10), field(10, 21), field(21, 32), line[32], line.slice(33)].join(' ');
}
