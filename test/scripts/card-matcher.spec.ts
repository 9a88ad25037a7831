import {
  addDays,
  boletoBarcode,
  boletoLine,
  brCode,
  detectBrand,
  formatBoletoLine,
  isLuhnValid,
} from '@centavo/brazil';
import * as brazil from '@centavo/brazil';
import { newId } from '@centavo/runtime';
import { runs } from '@centavo/testing';
import fc from 'fast-check';
import { CardMatcher, type Finding } from '../../scripts/lib/card-scan/card-matcher.mjs';

const VISA = '4242424242424242';
const matcher = new CardMatcher({ brazil });
const found = (text: string): string[] => matcher.find(text).map(({ shown, how }) => `${shown}, ${how}`);

const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64');
const base64url = (text: string): string => Buffer.from(text, 'latin1').toString('base64url');
const hex = (text: string): string => Buffer.from(text, 'latin1').toString('hex');
const masked = (number: string): string => `${number.slice(0, 6)}${'*'.repeat(number.length - 10)}${number.slice(-4)}`;

/** Card numbers of any brand and length, with their check digit. */
const cards = fc
  .tuple(
    fc.constantFrom('4', '51', '2720', '37', '636368', '36297', '305', '35', '6011', '65'),
    fc.stringMatching(/^\d{18}$/),
    fc.integer({ min: 12, max: 18 }),
  )
  .map(([prefix, digits, length]) => withCheckDigit((prefix + digits).slice(0, length)));

function withCheckDigit(digits: string): string {
  return [...'0123456789'].map((digit) => digits + digit).find(isLuhnValid)!;
}

/** Any bytes, but next to the number no digit: it would belong to the number, or the number to a fraction. */
const around = fc.string({ unit: 'binary', maxLength: 60 }).map((text) => Buffer.from(text).toString('latin1'));
const surroundings = fc.tuple(
  around.filter((text) => !/[\d.\\]$/.test(text)),
  around.filter((text) => !/^\d/.test(text)),
);

describe('The card matcher finds', () => {
  it('a card number in random text', () => {
    fc.assert(
      fc.property(cards, surroundings, (number, [before, after]) => {
        expect(found(before + number + after)).toContain(`${masked(number)} (${detectBrand(number)}), in clear`);
      }),
      runs(500),
    );
  });

  it.each(['base64', 'base64url', 'hex'])('a card number in random bytes as %s', (encoding) => {
    const encode = { base64, base64url, hex }[encoding]!;
    const how = encoding === 'hex' ? 'as hex' : 'as base64';
    fc.assert(
      fc.property(cards, surroundings, (number, [before, after]) => {
        const text = `{"body":"${encode(before + number + after)}"}`;
        expect(found(text)).toContain(`${masked(number)} (${detectBrand(number)}), ${how}`);
      }),
      runs(500),
    );
  });

  it.each([
    ['4242 4242 4242 4242', '424242******4242 (visa)'],
    ['4242-4242-4242-4242', '424242******4242 (visa)'],
    ['on 4242 4242 4242 4242 12/30', '424242******4242 (visa)'],
    ['4242 4242 4242 4242 123', '424242******4242 (visa)'],
    ['1234 4242 4242 4242 4242', '424242******4242 (visa)'],
    ['3782 822463 10005', '378282*****0005 (amex)'],
    ['3056-930902-5904', '305693****5904 (diners)'],
    ['6062 8256 2425 4002', '606282******4002 (hipercard)'],
    [`\\n${VISA}\\n`, '424242******4242 (visa)'],
    [`card${VISA}visa`, '424242******4242 (visa)'],
    [`01902a3c-7b1e-7c3d-8e4f-5a6b7c8d9e0f${VISA}`, '424242******4242 (visa)'],
  ])('the number in "%s"', (text, shown) => {
    expect(found(text)).toEqual([`${shown}, in clear`]);
  });

  it('each number of a text, and each once', () => {
    const text = `${VISA} ${VISA} 5555555555554444 ${base64(`x ${VISA} y`)}`;
    expect(found(text)).toEqual([
      '424242******4242 (visa), in clear',
      '555555******4444 (mastercard), in clear',
      '424242******4242 (visa), as base64',
    ]);
  });

  it.each(['cvv=737', '{"cvv":"737"}', String.raw`{\"cvc\": \"7370\"}`, 'securityCode: 737', "security_code => '737'"])(
    'the security code in %s',
    (text) => {
      expect(matcher.find(text)).toEqual([{ what: 'security code', shown: '***', how: 'in clear' }]);
    },
  );
});

describe('The card matcher finds a marker', () => {
  const marking = new CardMatcher({
    markers: ['4000000000000010', '4242424242424241'],
    securityCodes: ['737'],
    brazil,
  });
  const card: Finding = { what: 'marker card', shown: '424242******4241', how: 'in clear' };

  it.each([
    ['without a right check digit', '4242424242424241'],
    ['inside more digits', '123424242424242424112345'],
    ['with other signs between its digits', '4242.4242_4242/4242+41'.replace('4242+41', '42+41')],
    ['encoded for an address', '4242%204242%204242%204241'],
    ['where a known number is', '0.4242424242424241'],
  ])('%s', (_, text) => {
    expect(marking.find(text)).toEqual([card]);
  });

  it.each([
    ['base64', base64],
    ['hex', hex],
  ])('in %s', (encoding, encode) => {
    for (const number of ['4242424242424241', '4242 4242 4242 4241']) {
      expect(marking.find(encode(`{"n":"${number}"}`))).toEqual([{ ...card, how: `as ${encoding}` }]);
    }
  });

  it.each(['{"x":"737"}', String.raw`{\"x\":\"737\"}`, `"${base64('737')}"`, `'${hex('737')}'`])(
    'security code that is the whole value in %s',
    (text) => {
      expect(marking.find(text)).toEqual([{ what: 'marker security code', shown: '***', how: 'in clear' }]);
    },
  );

  it('security code not in an amount, an id or a version', () => {
    expect(marking.find('{"amount":737,"id":"a737b","version":"1.737","cvv":null}')).toEqual([]);
  });
});

describe('The card matcher never shows more than first six and last four digits', () => {
  it('of any card', () => {
    fc.assert(
      fc.property(cards, surroundings, (number, [before, after]) => {
        const found = JSON.stringify(new CardMatcher({ markers: [number], brazil }).find(before + number + after));
        // The first six digits may themselves hold the last five.
        const said = found.replaceAll(masked(number), '');
        expect(said).not.toContain(number.slice(0, 7));
        expect(said).not.toContain(number.slice(-5));
      }),
      runs(500),
    );
  });
});

/** Each holds a number that would be found in clear but for the rule about its context. */
const KNOWN: readonly [what: string, text: string, number: string][] = [
  ['UUIDs', 'abcd4242-4242-4242-4242-42abcdefabcd', '4242-4242-4242-4242'],
  ['UUIDs without dashes', 'ab4242424242424242cdefcdefcdefab', VISA],
  ['digests', `sha1: ab${VISA}${'cdef'.repeat(5)}ab`, VISA],
  ['trace contexts', `00-4bf92f3577b34da6a3ce929d0e0e4736-${VISA}-01`, VISA],
  ['printed boleto lines', '23793.38128 60007.827136 95000.063305 9 30030000010000', '30030000010000'],
  ['CNPJs under their name', '{"tax_id":"36003908000104"}', '36003908000104'],
  ['CNPJs under their name in JSON in JSON', String.raw`{\"document\": \"36003908000104\"}`, '36003908000104'],
  ['telephone numbers', 'call +5511987654325', '5511987654325'],
  ['telephone numbers under their name', '{"phone":"5511987654325"}', '5511987654325'],
  ['ids of spans', `{"spanId":"${VISA}"}`, VISA],
  ['ids of parent spans', `{"parentSpanId":"${VISA}"}`, VISA],
  ['fractions', '{"durationMs":0.4242424242424242}', VISA],
  ['numbers of bytes', 'process_virtual_memory_bytes{app="ledger"} 4222222222222', '4222222222222'],
  [
    'BR Codes',
    brCode({ account: { key: 'a@b.br', txid: null }, categoryCode: '0006', name: 'Fulano', city: 'BRASILIA' }),
    '5204000653039865802',
  ],
];

describe('The card matcher knows', () => {
  it.each(KNOWN)('%s: %s', (_, text, number) => {
    expect(found(number)).toHaveLength(1);
    expect(text).toContain(number);
    expect(found(text)).toEqual([]);
  });

  it.each([
    ['CNPJ with wrong check digits', '{"tax_id":"36003908000112"}'],
    ['CNPJ under another name', '{"number":"36003908000104"}'],
    ['BR Code with a wrong CRC', `${KNOWN.at(-1)![1].slice(0, -4)}0000`],
    ['digest of no usual length', `a${VISA}cdef`],
    ['fraction of a version', `v1.2.${VISA}`],
  ])('no %s', (_, text) => {
    expect(found(text)).toHaveLength(1);
  });
});

/** What the platform is full of. */
const HARMLESS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'random ids': fc.uuid(),
  'ids of digits alone': fc.stringMatching(/^\d{8}-\d{4}-\d{4}-\d{4}-\d{12}$/),
  'ids in order of time': fc.noShrink(fc.constant(null)).map(newId),
  'ids without dashes': fc.uuid().map((id) => id.replaceAll('-', '')),
  digests: fc.stringMatching(/^[0-9a-f]{64}$/).filter((digest) => /[a-f]/.test(digest)),
  'times in ms, µs and ns': fc
    .tuple(
      fc.integer({ min: 1_000_000_000, max: 2_200_000_000 }),
      fc.stringMatching(/^\d{9}$/),
      fc.constantFrom(3, 6, 9),
    )
    .map(([seconds, digits, length]) => seconds + digits.slice(0, length)),
  'dates of digits': fc
    .date({ min: new Date('2001-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().replaceAll(/\D/g, '')),
  'boleto barcodes and lines': fc
    .record({
      bank: fc.stringMatching(/^\d{3}$/),
      dueAt: fc.integer({ min: 0, max: 7_000 }).map((days) => addDays('2026-01-01', days)),
      amount: fc.bigInt({ min: 1n, max: 10_000_000_000n - 1n }),
      freeField: fc.stringMatching(/^\d{25}$/),
    })
    .map((boleto) => {
      const barcode = boletoBarcode(boleto);
      return `${barcode} ${boletoLine(barcode)} ${formatBoletoLine(boletoLine(barcode))}`;
    }),
  'BR Codes': fc
    .record({ txid: fc.stringMatching(/^[0-9a-f]{25}$/), categoryCode: fc.stringMatching(/^\d{4}$/) })
    .map(({ txid, ...code }) =>
      brCode({ account: { key: newId(), txid }, ...code, name: 'Loja 4', city: 'SAO PAULO' }),
    ),
  'end-to-end ids': fc.stringMatching(/^E\d{20}[0-9A-Za-z]{11}$/),
  'CPFs, NSUs and amounts': fc.stringMatching(/^\d{3,12}$/),
  'fractions of numbers': fc
    // As many digits as a card has before the point are looked at as any others are.
    .double({ min: -1e12, max: 1e12, noNaN: true })
    .map(String)
    .filter((text) => text.includes('.')),
};

describe('The card matcher finds nothing in', () => {
  it.each(Object.entries(HARMLESS))('%s', (_, texts) => {
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        expect(found(`{"id":"${one}","other":${other}}`)).toEqual([]);
      }),
      runs(500),
    );
  });
});
