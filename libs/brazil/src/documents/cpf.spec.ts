import { runs } from '@centavo/testing';
import fc from 'fast-check';
import { weightedSum } from '../check-digits.js';
import { isValidCpf } from './cpf.js';

const bases = fc.stringMatching(/^\d{9}$/);
const digits = fc.integer({ min: 0, max: 9 });

/** Check digits by the textbook: weights 10 … 2 over nine digits, 11 … 2 over ten. */
function cpfOf(base: string): string {
  return [10, 11].reduce((text, firstWeight) => {
    const sum = [...text].reduce((total, digit, index) => total + Number(digit) * (firstWeight - index), 0);
    const remainder = sum % 11;
    return `${text}${remainder < 2 ? 0 : 11 - remainder}`;
  }, base);
}

describe('isValidCpf', () => {
  it.each(['11144477735', '12345678909', '52998224725'])('takes %s', (text) => {
    expect(isValidCpf(text)).toBe(true);
  });

  it.each([
    ['a wrong last digit', '11144477736'],
    ['a wrong first check digit', '11144477745'],
    ['equal digits', '11111111111'],
    ['zeros', '00000000000'],
    ['punctuation', '111.444.777-35'],
    ['a digit too few', '1114447773'],
    ['a digit too many', '111444777350'],
    ['a line break at the end', '11144477735\n'],
    ['letters', '1114447773A'],
    ['digits of another script', '١١١٤٤٤٧٧٧٣٥'],
    ['nothing', ''],
  ])('refuses %s', (_, text) => {
    expect(isValidCpf(text)).toBe(false);
  });

  it('takes every number with the check digits of the textbook, unless its digits are equal', () => {
    fc.assert(
      fc.property(bases, (base) => {
        const cpf = cpfOf(base);
        expect(isValidCpf(cpf)).toBe(new Set(cpf).size > 1);
      }),
      runs(2_000),
    );
  });

  // The remainders 0 and 1 share the check digit 0, and then one changed digit can go unseen.
  it('refuses one changed digit, when the first check digit is not 0', () => {
    fc.assert(
      fc.property(bases, fc.nat(10), digits, (base, position, digit) => {
        const cpf = cpfOf(base);
        fc.pre(cpf[9] !== '0' && cpf[position] !== String(digit));
        expect(isValidCpf(cpf.slice(0, position) + digit + cpf.slice(position + 1))).toBe(false);
      }),
      runs(2_000),
    );
  });
});

describe('weightedSum', () => {
  it('counts weights from the right and begins again after the highest', () => {
    expect(weightedSum('1111', 3)).toBe(2 + 3 + 2 + 3);
    expect(weightedSum('100', 11)).toBe(4);
  });

  it('gives letters their ASCII code less 48', () => {
    expect(weightedSum('A', 9)).toBe(17 * 2);
  });
});
