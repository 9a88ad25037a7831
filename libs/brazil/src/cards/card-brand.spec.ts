import { runs } from '@centavo/testing';
import creditCardType from 'credit-card-type';
import fc from 'fast-check';
import { CARD_BRANDS, detectBrand, isLuhnExempt, type CardBrand } from './card-brand.js';

const CARD_LENGTH = 16;

/** A brand, its first and last prefix, and whose numbers are right below and right above: undefined is nobody's. */
type Neighbourhood = [brand: CardBrand, first: string, last: string, below?: CardBrand, above?: CardBrand];

const NEIGHBOURHOODS: readonly Neighbourhood[] = [
  ['elo', '36297', '36297', 'diners', 'diners'],
  ['elo', '401178', '401179', 'visa', 'visa'],
  ['elo', '431274', '431274', 'visa', 'visa'],
  ['elo', '438935', '438935', 'visa', 'visa'],
  ['elo', '451416', '451416', 'visa', 'visa'],
  ['elo', '457393', '457393', 'visa', 'visa'],
  ['elo', '457631', '457632', 'visa', 'visa'],
  ['elo', '504175', '504175'],
  ['elo', '506699', '506778'],
  ['elo', '509000', '509999', undefined, 'mastercard'],
  ['elo', '509048', '509075', 'elo', 'elo'],
  ['elo', '627780', '627780'],
  ['elo', '636297', '636298'],
  ['elo', '636368', '636369'],
  ['elo', '650031', '650033', 'discover', 'discover'],
  ['elo', '650035', '650051', 'discover', 'discover'],
  ['elo', '650057', '650081', 'discover', 'discover'],
  ['elo', '650405', '650439', 'discover', 'discover'],
  ['elo', '650485', '650538', 'discover', 'discover'],
  ['elo', '650541', '650598', 'discover', 'discover'],
  ['elo', '650700', '650718', 'discover', 'discover'],
  ['elo', '650720', '650727', 'discover', 'discover'],
  ['elo', '650901', '650978', 'discover', 'discover'],
  ['elo', '651652', '651704', 'discover', 'discover'],
  ['elo', '655000', '655019', 'discover', 'discover'],
  ['elo', '655021', '655058', 'discover', 'discover'],
  ['hipercard', '606282', '606282'],
  ['hipercard', '637095', '637095'],
  ['hipercard', '637568', '637568'],
  ['hipercard', '637599', '637599'],
  ['hipercard', '637609', '637609'],
  ['hipercard', '637612', '637612'],
  ['amex', '34', '34', undefined, 'jcb'],
  ['amex', '37', '37', 'diners', 'diners'],
  ['mastercard', '51', '55', 'elo', undefined],
  ['mastercard', '2221', '2720'],
  ['visa', '4', '4'],
  ['diners', '300', '305'],
  ['diners', '36', '36', 'jcb', 'amex'],
  ['diners', '38', '38', 'amex', undefined],
  ['jcb', '35', '35', 'amex', 'diners'],
  ['discover', '6011', '6011'],
  ['discover', '622126', '622925'],
  ['discover', '644', '649', undefined, 'discover'],
  ['discover', '65', '65', 'discover', undefined],
];

/** What credit-card-type 10.3 says otherwise. Elsewhere the two agree by definition. */
interface Difference {
  readonly first: string;
  readonly last: string;
  readonly ours: CardBrand | undefined;
  /** As it names them. */
  readonly theirs: string | undefined;
  readonly why: string;
}

const difference = (range: string, ours: Difference['ours'], theirs: Difference['theirs'], why: string): Difference => {
  const [first, last = first] = range.split('-') as [string, string?];
  return { first, last, ours, theirs, why };
};

const newerElo = 'an Elo range that active_merchant knows';
const troy = 'Troy is a brand of Turkey, inside 65';
const DIFFERENCES: readonly Difference[] = [
  difference('36297', 'elo', 'diners-club', 'an Elo prefix of the specification'),
  difference('622126-622925', 'discover', 'unionpay', 'Discover and UnionPay share it; the specification has Discover'),
  difference('350000-352799', 'jcb', undefined, 'the specification has all of 35'),
  difference('359000-359999', 'jcb', undefined, 'the specification has all of 35'),
  difference('1800', undefined, 'jcb', 'not in the specification'),
  difference('2131', undefined, 'jcb', 'not in the specification'),
  difference('39', undefined, 'diners-club', 'not in the specification'),
  difference('63737423', undefined, 'hiper', 'not in the specification'),
  difference('63743358', undefined, 'hiper', 'not in the specification'),
  difference('636298', 'elo', 'maestro', newerElo),
  difference('636369', 'elo', 'maestro', newerElo),
  difference('650057-650081', 'elo', 'discover', newerElo),
  difference('651680-651704', 'elo', 'discover', newerElo),
  difference('650923', 'elo', 'troy', 'Elo comes first'),
  difference('402918', 'visa', 'naranja', 'Naranja is a brand of Argentina; the specification has all of 4 as Visa'),
  difference('493698', 'visa', 'maestro', 'the specification has all of 4 as Visa'),
  difference(
    '527572',
    'mastercard',
    'naranja',
    'Naranja is a brand of Argentina; the specification has all of 51 to 55',
  ),
  difference('650052', 'discover', 'troy', troy),
  difference('650082-650083', 'discover', 'troy', troy),
  difference('650092', 'discover', 'troy', troy),
  difference('650161', 'discover', 'troy', troy),
  difference('650170', 'discover', 'troy', troy),
  difference('650173', 'discover', 'troy', troy),
  difference('650175', 'discover', 'troy', troy),
  difference('650268', 'discover', 'troy', troy),
  difference('650271', 'discover', 'troy', troy),
  difference('650273-650274', 'discover', 'troy', troy),
  difference('650456-650457', 'discover', 'troy', troy),
  difference('650836-650862', 'discover', 'troy', `${troy}, often with prefixes of eight digits`),
  difference('650987', 'discover', 'troy', troy),
  difference('650990', 'discover', 'troy', troy),
  difference('654997', 'discover', 'troy', troy),
  difference('657366', 'discover', 'troy', troy),
  difference('657998', 'discover', 'troy', troy),
  difference('658750-658809', 'discover', 'troy', `${troy}, often with prefixes of eight digits`),
];

/** Its name for a brand of ours where that is another; brands that we don't have are undefined. */
const THEIR_NAMES: Partial<Record<CardBrand, readonly string[]>> = {
  amex: ['american-express'],
  diners: ['diners-club'],
  hipercard: ['hipercard', 'hiper'],
};

const theirType = (number: string): string | undefined => creditCardType(number)[0]?.type;
const theirBrand = (type: string | undefined): CardBrand | undefined =>
  CARD_BRANDS.find((brand) => (THEIR_NAMES[brand] ?? [brand]).includes(String(type)));

const isWithin = (number: string, { first, last }: Difference): boolean => {
  const prefix = number.slice(0, first.length);
  return prefix >= first && prefix <= last;
};

/** Prefixes where rules begin and end, and their neighbours, more often than any others; then random digits. */
const numbers = fc
  .tuple(
    fc.oneof(
      fc
        .tuple(
          fc.constantFrom(
            ...[...NEIGHBOURHOODS.map(([, ...range]) => range), ...theirRanges()].flatMap(([a, b]) => [a, b]),
          ),
          fc.constantFrom(-1n, 0n, 1n),
        )
        .map(([prefix, step]) => (BigInt(prefix) + step).toString()),
      fc.stringMatching(/^\d{6}$/),
    ),
    fc.stringMatching(/^\d{19}$/),
    fc.integer({ min: 13, max: 19 }),
  )
  .map(([prefix, digits, length]) => (prefix + digits).slice(0, length));

function theirRanges(): [string, string][] {
  const patterns = Object.values(creditCardType.types).flatMap((type) => creditCardType.getTypeInfo(type).patterns);
  return patterns.map((pattern) => {
    const [first, last = first] = [pattern].flat();
    return [String(first), String(last)];
  });
}

describe('detectBrand', () => {
  it.each<[string, CardBrand]>([
    ['4242424242424242', 'visa'],
    ['4000000000000010', 'visa'],
    ['5555555555554444', 'mastercard'],
    ['2223003122003222', 'mastercard'],
    ['378282246310005', 'amex'],
    ['6362970000457013', 'elo'],
    ['6363680000000007', 'elo'],
    ['5066991111111118', 'elo'],
    ['3629700000000000', 'elo'],
    ['6062825624254001', 'hipercard'],
    ['30569309025904', 'diners'],
    ['3566002020360505', 'jcb'],
    ['6011111111111117', 'discover'],
  ])('knows the test number %s as %s', (number, brand) => {
    expect(detectBrand(number)).toBe(brand);
  });

  it.each(NEIGHBOURHOODS.map(([brand, first, last, below, above]) => ({ brand, first, last, below, above })))(
    'begins and ends $brand at $first and $last',
    ({ brand, first, last, below, above }) => {
      expect(detectBrand(first.padEnd(CARD_LENGTH, '0'))).toBe(brand);
      expect(detectBrand(last.padEnd(CARD_LENGTH, '9'))).toBe(brand);
      expect(detectBrand(String(BigInt(first.padEnd(CARD_LENGTH, '0')) - 1n))).toBe(below);
      expect(detectBrand(String(BigInt(last.padEnd(CARD_LENGTH, '9')) + 1n))).toBe(above);
    },
  );

  it('knows no brand by less than its prefix', () => {
    expect(['', '3', '6', '27', '30', '60628'].map(detectBrand)).toEqual(Array(6).fill(undefined));
  });

  it('agrees with credit-card-type except where the differences say so', () => {
    fc.assert(
      fc.property(numbers, (number) => {
        const [ours, theirs] = [detectBrand(number), theirType(number)];
        const listed = DIFFERENCES.find((difference) => difference.theirs === theirs && isWithin(number, difference));
        expect(ours).toBe(listed ? listed.ours : theirBrand(theirs));
      }),
      runs(10_000),
    );
  });

  it.each(DIFFERENCES)('differs at $first to $last: $why', ({ first, last, ours, theirs }) => {
    for (const edge of [first, last]) {
      const number = edge.padEnd(CARD_LENGTH, '0');
      expect({ ours: detectBrand(number), theirs: theirType(number) }).toEqual({ ours, theirs });
    }
  });
});

describe('isLuhnExempt', () => {
  it('is said of Hipercard alone', () => {
    expect(CARD_BRANDS.filter(isLuhnExempt)).toEqual(['hipercard']);
  });
});

describe('CARD_BRANDS', () => {
  it('is in the order in which brands win', () => {
    expect(CARD_BRANDS).toEqual(['elo', 'hipercard', 'amex', 'mastercard', 'visa', 'diners', 'jcb', 'discover']);
  });
});
