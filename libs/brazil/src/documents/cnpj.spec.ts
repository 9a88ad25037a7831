import { runs } from '@centavo/testing';
import fc from 'fast-check';
import { isValidCnpj } from './cnpj.js';

const bases = fc.stringMatching(/^[0-9A-Z]{12}$/);
const WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

const valueOf = (character: string): number => character.charCodeAt(0) - 48;

/** Check digits by the worked example of the Receita Federal, with its table of weights. */
function cnpjOf(base: string): string {
  return [WEIGHTS.slice(1), WEIGHTS].reduce((text, weights) => {
    const sum = weights.reduce((total, weight, index) => total + valueOf(text[index]!) * weight, 0);
    return `${text}${sum % 11 < 2 ? 0 : 11 - (sum % 11)}`;
  }, base);
}

describe('isValidCnpj', () => {
  it.each(['12ABC34501DE35', '11222333000181', '00000000000191'])('takes %s', (text) => {
    expect(isValidCnpj(text)).toBe(true);
  });

  it.each([
    ['a wrong last digit', '12ABC34501DE36'],
    ['a wrong first check digit', '11222333000191'],
    ['lower case', '12abc34501de35'],
    ['zeros', '00000000000000'],
    ['punctuation', '11.222.333/0001-81'],
    ['a letter as a check digit', '12ABC34501DE3A'],
    ['a character too few', '1122233300018'],
    ['a line break at the end', '11222333000181\n'],
    ['a letter with an accent', '12ÁBC34501DE35'],
    ['nothing', ''],
  ])('refuses %s', (_, text) => {
    expect(isValidCnpj(text)).toBe(false);
  });

  it('takes every number with the check digits of the worked example, unless it is all zeros', () => {
    fc.assert(
      fc.property(bases, (base) => {
        const cnpj = cnpjOf(base);
        expect(isValidCnpj(cnpj)).toBe(new Set(cnpj).size > 1);
      }),
      runs(2_000),
    );
  });

  // Modulo 11 cannot tell characters whose values are 11 apart, nor the remainders 0 and 1, which share the check digit 0.
  it('refuses one changed character of another value modulo 11, when no check digit is 0', () => {
    fc.assert(
      fc.property(bases, fc.nat(13), fc.stringMatching(/^[0-9A-Z]$/), (base, position, character) => {
        const cnpj = cnpjOf(base);
        fc.pre(!cnpj.slice(12).includes('0') && (valueOf(cnpj[position]!) - valueOf(character)) % 11 !== 0);
        expect(isValidCnpj(cnpj.slice(0, position) + character + cnpj.slice(position + 1))).toBe(false);
      }),
      runs(2_000),
    );
  });

  it('refuses one changed check digit', () => {
    fc.assert(
      fc.property(bases, fc.integer({ min: 12, max: 13 }), fc.nat(9), (base, position, digit) => {
        const cnpj = cnpjOf(base);
        fc.pre(cnpj[position] !== String(digit));
        expect(isValidCnpj(cnpj.slice(0, position) + digit + cnpj.slice(position + 1))).toBe(false);
      }),
      runs(1_000),
    );
  });
});
