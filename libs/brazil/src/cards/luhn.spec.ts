import { runs } from '@centavo/testing';
import fc from 'fast-check';
import { isLuhnValid } from './luhn.js';

const VALID = [
  '4242424242424242',
  '4000000000000010',
  '5555555555554444',
  '2223003122003222',
  '378282246310005',
  '6362970000457013',
  '6363680000000007',
  '5066991111111118',
  '3629700000000000',
  '6062825624254001',
  '30569309025904',
  '3566002020360505',
  '6011111111111117',
  // The example of ISO/IEC 7812-1.
  '79927398713',
];
const positionsOf = (digits: string): number[] => [...digits].map((_, position) => position);

describe('isLuhnValid', () => {
  it.each(VALID)('accepts %s', (number) => {
    expect(isLuhnValid(number)).toBe(true);
  });

  it.each(VALID)('notices each wrong digit in %s', (number) => {
    for (const position of positionsOf(number)) {
      for (let step = 1; step < 10; step++) {
        const wrong = (Number(number[position]) + step) % 10;
        expect(isLuhnValid(number.slice(0, position) + wrong + number.slice(position + 1))).toBe(false);
      }
    }
  });

  it('accepts exactly one last digit for any beginning', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,18}$/), (beginning) => {
        const accepted = [...'0123456789'].filter((digit) => isLuhnValid(beginning + digit));
        expect(accepted).toHaveLength(1);
      }),
      runs(1_000),
    );
  });

  it.each([
    '',
    '0',
    '4242 4242 4242 4242',
    '-4242424242424242',
    '424242424242424x',
    '４２４２４２４２４２４２４２４２',
  ])('refuses "%s": these are not digits', (text) => {
    expect(isLuhnValid(text)).toBe(false);
  });
});
