import fc from 'fast-check';
import { runs } from '@centavo/testing';
import { type CardField, ValidationError } from './errors.js';
import { aCard } from './testing/a-card.js';
import { type CardInput, validateCard } from './validate-card.js';

const NAMES = ['number', 'holderName', 'expirationMonth', 'expirationYear', 'cvv'] as const;

/** The field that is refused; null when none is. */
function refusedField(card: CardInput): CardField | null {
  try {
    validateCard(card);
    return null;
  } catch (error) {
    if (error instanceof ValidationError) return error.field;
    throw error;
  }
}

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength });
/** Mostly a right one. */
const field = (right: fc.Arbitrary<string>) => fc.oneof({ weight: 4, arbitrary: right }, fc.string());
const isDigits = (value: string, min: number, max: number) =>
  value.length >= min && value.length <= max && [...value].every((character) => '0123456789'.includes(character));

describe('A card', () => {
  it('comes through without its CVV', () => {
    const { cvv: _cvv, ...rest } = aCard();
    expect(validateCard(aCard())).toEqual(rest);
  });

  it.each([
    ['13 digits', { number: '4929000011112' }],
    ['19 digits', { number: '4929000011112222333' }],
    ['January', { expirationMonth: '01' }],
    ['December', { expirationMonth: '12' }],
    ['a CVV of 3', { cvv: '917' }],
    ['a holder with accents', { holderName: 'João Conceição' }],
    ['a year long past, which the service judges', { expirationYear: '1999' }],
  ])('is taken with %s', (_what, fields) => {
    expect(refusedField(aCard(fields))).toBeNull();
  });

  it.each<[CardField, string, Partial<Record<keyof CardInput, unknown>>]>([
    ['card.number', '12 digits', { number: '492900001111' }],
    ['card.number', '20 digits', { number: '49290000111122223333' }],
    ['card.number', 'no digits', { number: '' }],
    ['card.number', 'a letter', { number: '4929 0000 1111 222O' }],
    ['card.number', 'digits of another script', { number: '٤٩٢٩٠٠٠٠١١١١٢٢٢٢' }],
    ['card.number', 'a number instead of a text', { number: 4929000011112222 }],
    ['card.number', 'nothing', { number: undefined }],
    ['card.holderName', 'no text', { holderName: '' }],
    ['card.holderName', 'spaces', { holderName: '  ' }],
    ['card.holderName', 'null', { holderName: null }],
    ['card.expirationMonth', '00', { expirationMonth: '00' }],
    ['card.expirationMonth', '13', { expirationMonth: '13' }],
    ['card.expirationMonth', 'one digit', { expirationMonth: '9' }],
    ['card.expirationMonth', 'a number', { expirationMonth: 12 }],
    ['card.expirationYear', 'two digits', { expirationYear: '31' }],
    ['card.expirationYear', 'five digits', { expirationYear: '20310' }],
    ['card.expirationYear', 'a line break at its end', { expirationYear: '2031\n' }],
    ['card.cvv', 'two digits', { cvv: '91' }],
    ['card.cvv', 'five digits', { cvv: '91735' }],
    ['card.cvv', 'a letter', { cvv: '91a' }],
    ['card.cvv', 'nothing', { cvv: undefined }],
  ])('is refused for its %s: %s', (field, _what, fields) => {
    expect(refusedField({ ...aCard(), ...fields } as CardInput)).toBe(field);
  });

  it('is refused for its number when there is no card at all', () => {
    expect(refusedField(undefined as unknown as CardInput)).toBe('card.number');
  });

  it('may be typed with spaces and dashes anywhere', () => {
    const separators = fc.array(fc.constantFrom(' ', '-', '\u00a0', '–', '\t'), { maxLength: 3 });
    const typed = fc.array(fc.tuple(fc.constantFrom(...'0123456789'), separators), { minLength: 13, maxLength: 19 });
    fc.assert(
      fc.property(typed, separators, (digits, first) => {
        const number = first.join('') + digits.map(([digit, after]) => digit + after.join('')).join('');
        expect(validateCard(aCard({ number })).number).toBe(digits.map(([digit]) => digit).join(''));
      }),
      runs(300),
    );
  });

  it('is taken exactly when every field keeps to its rule', () => {
    const cards = fc.record({
      number: field(digits(11, 21)),
      holderName: field(fc.string()),
      expirationMonth: field(digits(2, 2)),
      expirationYear: field(digits(3, 5)),
      cvv: field(digits(2, 5)),
    });
    const keepsTo: Record<(typeof NAMES)[number], (value: string) => boolean> = {
      number: (value) => isDigits(value.replace(/[\s-]/g, ''), 13, 19),
      holderName: (value) => value.trim().length > 0,
      expirationMonth: (value) => isDigits(value, 2, 2) && Number(value) >= 1 && Number(value) <= 12,
      expirationYear: (value) => isDigits(value, 4, 4),
      cvv: (value) => isDigits(value, 3, 4),
    };
    fc.assert(
      fc.property(cards, (card) => {
        const broken = NAMES.find((name) => !keepsTo[name](card[name]));
        expect(refusedField(card)).toBe(broken ? `card.${broken}` : null);
      }),
      runs(1_000),
    );
  });
});

describe('A validation error', () => {
  it('holds nothing that was typed', () => {
    const card = aCard({ number: '492900001111', cvv: '91735' });
    for (const wrong of [card, { ...card, number: aCard().number }]) {
      const error = captured(() => validateCard(wrong)) as Error;
      const told = [...Object.getOwnPropertyNames(error), 'name'].map((name) => String(Reflect.get(error, name)));
      expect(told.join()).not.toContain(wrong.number);
      expect(told.join()).not.toContain(wrong.cvv);
    }
  });

  it('says which field, and what it should be', () => {
    expect(new ValidationError('card.cvv')).toMatchObject({
      name: 'ValidationError',
      field: 'card.cvv',
      message: 'card.cvv must be 3 or 4 digits.',
    });
  });
});

function captured(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
