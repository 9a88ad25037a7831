import { runs } from '@centavo/testing';
import fc from 'fast-check';
import type { BrCode } from './br-code.js';
import { crc16 } from './crc16.js';
import { brCode, type BrCodeInput } from './encode-br-code.js';
import { parseBrCode } from './parse-br-code.js';

const RANDOM_KEY = '123e4567-e12b-12d1-a456-426655440000';
const FULANO: BrCodeInput = { account: { key: RANDOM_KEY, txid: null }, name: 'Fulano de Tal', city: 'BRASILIA' };

const PUBLISHED: readonly [string, string, BrCodeInput][] = [
  [
    'the static example of the Banco Central (Manual do BR Code)',
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
    FULANO,
  ],
  [
    'the dynamic example in the tests of thalesog/pix-utils',
    '00020126740014br.gov.bcb.pix2552payload.psp.com/3ec9d2f9-5f03-4e0e-820d-63a81e769e875204000053039865802BR5914Thales Ogliari6015SAO MIGUEL DO O62070503***63040C64',
    {
      account: { url: 'payload.psp.com/3ec9d2f9-5f03-4e0e-820d-63a81e769e87' },
      name: 'Thales Ogliari',
      city: 'SÃO MIGUÉL DO O',
    },
  ],
];

/** As it comes out of a code: no space at either end, none doubled. */
const shownTexts = (maxLength: number) =>
  fc
    .stringMatching(new RegExp(`^[ -~]{1,${maxLength}}$`))
    .filter((text) => text.trim() === text && !text.includes('  '));
const written = (maxLength: number) => fc.stringMatching(new RegExp(`^[!-~]{1,${maxLength}}$`));

const codes: fc.Arbitrary<BrCode> = fc.record({
  account: fc.oneof(
    fc.record({ key: written(77), txid: fc.option(fc.stringMatching(/^[a-zA-Z0-9]{1,25}$/)) }),
    fc.record({ url: written(77).filter((url) => !url.includes('://')) }),
  ),
  oneTime: fc.boolean(),
  amount: fc.option(fc.bigInt(1n, 999_999_999_999n)),
  categoryCode: fc.stringMatching(/^\d{4}$/),
  name: shownTexts(25),
  city: shownTexts(15),
});

describe('A BR Code', () => {
  it.each(PUBLISHED)('is like %s', (_, text, input) => {
    expect(brCode(input)).toBe(text);
  });

  it('says that it is for one payment, its amount and its category', () => {
    const text = brCode({ ...FULANO, oneTime: true, amount: 10_000n, categoryCode: '5812' });
    expect(text).toMatch(/^000201010212/);
    expect(text).toContain('5204581253039865406100.005802BR');
  });

  it.each<[bigint, string]>([
    [1n, '54040.01'],
    [10n, '54040.10'],
    [99n, '54040.99'],
    [12_345n, '5406123.45'],
    [999_999_999_999n, '54139999999999.99'],
  ])('shows %d centavos as %s', (amount, field) => {
    expect(brCode({ ...FULANO, amount })).toContain(`986${field}5802`);
  });

  it.each([
    ['José Çağlar Ñandú', '5917Jose Caglar Nandu60'],
    ['Comércio de Alimentos São João Ltda', '5925Comercio de Alimentos Sao60'],
    ['  Padaria\n\tdo  Zé ☕ ', '5913Padaria do Ze60'],
    ['Ｌｏｊａ №5', '5908Loja No560'],
  ])('shows the name %j in ASCII', (name, field) => {
    expect(brCode({ ...FULANO, name })).toContain(field);
  });

  it('tells all that was put in, whatever it is', () => {
    fc.assert(
      fc.property(codes, (code) => {
        expect(parseBrCode(brCode(code))).toEqual(code);
      }),
      runs(2_000),
    );
  });

  it('is ASCII of the right lengths for any name that has a letter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (name, city) => {
        const code = parseBrCode(brCode({ ...FULANO, name: `${name}A`.slice(-25), city: `B${city}` }));
        expect(code.name).toMatch(/^[ -~]{1,25}$/);
        expect(code.city).toMatch(/^[ -~]{1,15}$/);
      }),
      runs(1_000),
    );
  });

  it('cannot be read when one character is changed', () => {
    fc.assert(
      fc.property(codes, fc.nat(), fc.stringMatching(/^[ -~]$/), (code, at, character) => {
        const text = brCode(code);
        const position = at % text.length;
        fc.pre(text[position] !== character);
        expect(() => parseBrCode(text.slice(0, position) + character + text.slice(position + 1))).toThrow(RangeError);
      }),
      runs(2_000),
    );
  });

  it.each<[string, Partial<BrCodeInput>]>([
    ['a name that has nothing in ASCII', { name: '北京' }],
    ['an empty city', { city: ' ' }],
    ['an amount of nothing', { amount: 0n }],
    ['an amount of eleven digits of reais', { amount: 10n ** 12n }],
    ['a category of three digits', { categoryCode: '581' }],
    ['a key of 78 characters', { account: { key: 'k'.repeat(78), txid: null } }],
    ['a key with a space', { account: { key: 'a b', txid: null } }],
    ['an empty key', { account: { key: '', txid: null } }],
    ['a URL with its scheme', { account: { url: 'https://psp.example/1' } }],
    ['a URL of 78 characters', { account: { url: 'u'.repeat(78) } }],
    ['a txid of 26 characters beside a key', { account: { key: RANDOM_KEY, txid: 'x'.repeat(26) } }],
    ['a txid with a hyphen', { account: { key: RANDOM_KEY, txid: 'a-b' } }],
  ])('is not made of %s', (_, wrong) => {
    expect(() => brCode({ ...FULANO, ...wrong })).toThrow(RangeError);
  });
});

const sealed = (fields: string) => `${fields}6304${crc16(`${fields}6304`)}`;

describe('parseBrCode', () => {
  const REST = '5204000053039865802BR5901A6001B62070503***';
  const KEY_ACCOUNT = '26250014br.gov.bcb.pix0103a@b';

  it('reads a code of another issuer, with more fields and capitals in the domain', () => {
    const text =
      '00020126360014BR.GOV.BCB.PIX0103a@b0207Pedido1520400005303986540510.005802BR5901A6001B61081234567862050501x';
    expect(parseBrCode(sealed(text))).toEqual({
      account: { key: 'a@b', txid: 'x' },
      oneTime: false,
      amount: 1_000n,
      categoryCode: '0000',
      name: 'A',
      city: 'B',
    });
  });

  it.each([
    ['nothing', '', 'CRC'],
    ['any text', 'hello', 'CRC'],
    ['a CRC in small letters', brCode(FULANO).replace('1D3D', '1d3d'), 'CRC'],
    ['a CRC alone', sealed(''), 'lacks field 00'],
    ['what is no field', sealed(`00020100x1${REST}`), 'no field at position 6'],
    ['a field that is cut short', sealed(`000201${KEY_ACCOUNT}${REST}6499x`), 'Field 64 is cut short'],
    ['a field that is there twice', sealed(`000201000201${REST}`), 'Field 00 is there twice'],
    ['a code without an account', sealed(`000201${REST}`), 'lacks field 26'],
    ['a code of another scheme', sealed(`00020126130009other.pay${REST}`), 'no Pix code'],
    ['an account with neither key nor URL', sealed(`00020126180014br.gov.bcb.pix${REST}`), 'lacks field 01'],
    ['another currency', sealed(`000201${KEY_ACCOUNT}${REST.replace('986', '840')}`), 'Field 53'],
    ['another country', sealed(`000201${KEY_ACCOUNT}${REST.replace('02BR', '02PT')}`), 'Field 58'],
    ['an amount that is no number', sealed(`000201${KEY_ACCOUNT}5403abc${REST}`), 'abc is no amount'],
  ])('refuses %s', (_, text, reason) => {
    const reading = () => parseBrCode(text);
    expect(reading).toThrow(RangeError);
    expect(reading).toThrow(reason);
  });
});
