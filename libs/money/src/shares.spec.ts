import { runs } from '@centavo/testing';
import fc from 'fast-check';
import { sumOf } from './allocate.js';
import {
  FeeNotCoveredError,
  feesOfParts,
  grossOfParts,
  PartsExceedTotalError,
  partsOf,
  type ChargePart,
  type SplitLine,
} from './shares.js';

const OWNER = 'owner';
const MAX_AMOUNT = 10n ** 12n;
const GENERATED_CASES = 100_000;

type Flags = Partial<Pick<SplitLine, 'charge_processing_fee' | 'charge_remainder'>>;
const line = (recipient: string, type: SplitLine['type'], amount: number, flags: Flags = {}): SplitLine => ({
  recipient_id: recipient,
  type,
  amount,
  charge_processing_fee: false,
  charge_remainder: false,
  ...flags,
});
const percent = (recipient: string, amount: number, flags?: Flags) => line(recipient, 'percentage', amount, flags);
const flat = (recipient: string, amount: number, flags?: Flags) => line(recipient, 'flat', amount, flags);

const divide = (total: bigint, splits: readonly SplitLine[] | null) => partsOf(total, { splits, ownerId: OWNER });
/** The fees when all of the total is captured. */
const feesOf = (fee: bigint, total: bigint, splits: SplitLine[]) => {
  const parts = divide(total, splits);
  return feesOfParts(fee, parts, grossOfParts(total, parts));
};
/** What a line says it gets, worked out in another way: from the percentage as it is written. */
const claimOf = (total: bigint, { type, amount }: SplitLine) =>
  type === 'flat' ? BigInt(amount) : (total * BigInt(amount.toFixed(2).replace('.', ''))) / 10_000n;
const amountsOf = (parts: readonly ChargePart[]) => parts.map(({ recipientId, amount }) => [recipientId, amount]);

describe('the parts of a charge', () => {
  it.each<[string, bigint, readonly SplitLine[] | null, [string, bigint][]]>([
    ['are the owner’s alone without splits', 10001n, null, [[OWNER, 10001n]]],
    ['are the owner’s alone with empty splits', 10001n, [], [[OWNER, 10001n]]],
    [
      'are those of the worked example',
      10001n,
      [percent('a', 30)],
      [
        ['a', 3000n],
        [OWNER, 7001n],
      ],
    ],
    [
      'round percentages down',
      100n,
      [percent('a', 33.33), percent('b', 33.39)],
      [
        ['a', 33n],
        ['b', 33n],
        [OWNER, 34n],
      ],
    ],
    [
      'count percentages without floating point',
      1_000_000_000_000n,
      [percent('a', 0.07), percent('b', 1.15)],
      [
        ['a', 700_000_000n],
        ['b', 11_500_000_000n],
        [OWNER, 987_800_000_000n],
      ],
    ],
    [
      'give the remainder to the line flagged for it',
      1001n,
      [percent(OWNER, 50), flat('a', 100, { charge_remainder: true })],
      [
        [OWNER, 500n],
        ['a', 501n],
      ],
    ],
    [
      'add the remainder to the line of the owner',
      1000n,
      [flat(OWNER, 100), percent('a', 25)],
      [
        [OWNER, 750n],
        ['a', 250n],
      ],
    ],
    [
      'leave an owner nothing of which nothing remains',
      1000n,
      [percent('a', 50), flat('b', 500)],
      [
        ['a', 500n],
        ['b', 500n],
      ],
    ],
    ['leave out who gets nothing', 9n, [percent('a', 10), flat('b', 0)], [[OWNER, 9n]]],
  ])('%s', (_, total, splits, expected) => {
    expect(amountsOf(divide(total, splits))).toEqual(expected);
  });

  it('know their owner and who is flagged to pay the fee', () => {
    expect(divide(100n, [flat('a', 40, { charge_processing_fee: true })])).toEqual([
      { recipientId: 'a', amount: 40n, isOwner: false, paysFee: true },
      { recipientId: OWNER, amount: 60n, isOwner: true, paysFee: false },
    ]);
  });

  it.each<[string, SplitLine[]]>([
    ['flat', [flat('a', 60), flat('b', 41)]],
    ['percentages', [percent('a', 60), percent('b', 41)]],
    ['of both kinds', [percent('a', 99), flat('b', 2)]],
  ])('cannot be more than the whole: %s', (_, splits) => {
    expect(() => divide(100n, splits)).toThrow(PartsExceedTotalError);
  });

  it.each<[string, bigint, SplitLine[]]>([
    ['a total of nothing', 0n, []],
    ['a percentage of three decimals', 100n, [percent('a', 1.005)]],
    ['a negative percentage', 100n, [percent('a', -1)]],
    ['a percentage that is no number', 100n, [percent('a', Number.NaN)]],
    ['an endless percentage', 100n, [percent('a', Infinity)]],
    ['half a centavo', 100n, [flat('a', 0.5)]],
    ['a negative amount', 100n, [flat('a', -1)]],
  ])('are not made from %s', (_, total, splits) => {
    expect(() => divide(total, splits)).toThrow(RangeError);
  });

  it('take every percentage of two decimals for what it says', () => {
    for (let hundredths = 0; hundredths <= 10_000; hundredths += 1) {
      const written = Number(`${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`);
      const part = divide(10_000n, [percent('a', written)]).find(({ recipientId }) => recipientId === 'a');
      expect(part?.amount ?? 0n).toBe(BigInt(hundredths));
    }
  });
});

describe('the gross of the parts', () => {
  it('is the parts themselves when all is captured', () => {
    expect(grossOfParts(10001n, divide(10001n, [percent('a', 30)]))).toEqual([3000n, 7001n]);
  });

  it('is in proportion to them when less is captured', () => {
    expect(grossOfParts(5000n, divide(10001n, [percent('a', 30)]))).toEqual([1500n, 3500n]);
  });

  it.each([10002n, -1n])('refuses a capture of %d of 10001', (captured) => {
    expect(() => grossOfParts(captured, divide(10001n, null))).toThrow(RangeError);
  });
});

describe('the fee', () => {
  const paying = { charge_processing_fee: true };

  it.each<[string, bigint, SplitLine[], bigint[]]>([
    ['the owner, as in the worked example', 349n, [percent('a', 30)], [0n, 349n]],
    ['those flagged, by their gross', 349n, [flat('a', 3000, paying), flat('b', 6000, paying)], [116n, 233n, 0n]],
    ['everyone when the owner has no part', 349n, [flat('a', 4000), flat('b', 6001)], [140n, 209n]],
    ['nobody when there is none', 0n, [flat('a', 10001, paying)], [0n]],
  ])('is paid by %s', (_, fee, splits, expected) => {
    expect(feesOf(fee, 10001n, splits)).toEqual(expected);
  });

  it.each<[string, bigint, SplitLine[]]>([
    ['equals the total', 100n, []],
    ['exceeds the total', 349n, []],
    ['exceeds the paying part', 50n, [flat('b', 60)]],
    ['takes all of one of two paying parts', 99n, [flat(OWNER, 1, paying), flat('b', 99, paying)]],
  ])('is refused when it %s', (_, fee, splits) => {
    expect(() => feesOf(fee, 100n, splits)).toThrow(FeeNotCoveredError);
  });

  it('is refused when the paying part gets nothing of a partial capture', () => {
    const parts = divide(10_000n, [flat('a', 9_999)]);
    expect(() => feesOfParts(1n, parts, grossOfParts(100n, parts))).toThrow(FeeNotCoveredError);
  });
});

describe('whatever the charge', () => {
  // Small totals meet the edges of rounding, large ones those of the numbers.
  const totals = fc.oneof(fc.bigInt(1n, 300n), fc.bigInt(1n, MAX_AMOUNT));
  const drawnLines = fc.array(
    fc.record({ isFlat: fc.boolean(), share: fc.nat({ max: 10_000 }), paysFee: fc.boolean() }),
    { maxLength: 8 },
  );
  const draws = fc.record({
    total: totals,
    lines: drawnLines,
    ownerLine: fc.nat({ max: 9 }),
    remainderLine: fc.nat({ max: 9 }),
    /** How much of the total the lines may add up to, in hundredths. */
    fullness: fc.constantFrom(0, 50, 100, 200),
  });
  type Draw = typeof draws extends fc.Arbitrary<infer Value> ? Value : never;

  const splitsOf = ({ total, lines, ownerLine, remainderLine, fullness }: Draw): SplitLine[] =>
    lines.map(({ isFlat, share, paysFee }, index) => {
      const hundredths = Math.floor((share * fullness) / 100 / lines.length);
      return {
        recipient_id: index === ownerLine ? OWNER : `recipient ${index}`,
        type: isFlat ? 'flat' : 'percentage',
        amount: isFlat ? Number((total * BigInt(hundredths)) / 10_000n) : hundredths / 100,
        charge_processing_fee: paysFee,
        charge_remainder: index === remainderLine,
      };
    });
  /** Null when the lines are too many: that they are is for the first property to check. */
  const partsUnlessTooMany = (draw: Draw): ChargePart[] | null => {
    try {
      return divide(draw.total, splitsOf(draw));
    } catch (error) {
      if (error instanceof PartsExceedTotalError) return null;
      throw error;
    }
  };

  it('the parts add up to the total, none below its line, or the lines exceed the total', () => {
    fc.assert(
      fc.property(draws, (draw) => {
        const splits = splitsOf(draw);
        const claims = splits.map((split) => claimOf(draw.total, split));
        const parts = partsUnlessTooMany(draw);
        if (!parts) return sumOf(claims) > draw.total;

        const received = new Map(parts.map(({ recipientId, amount }) => [recipientId, amount]));
        const isServed = splits.every(
          ({ recipient_id }, index) => (received.get(recipient_id) ?? 0n) >= claims[index]!,
        );
        return isServed && parts.every(({ amount }) => amount > 0n) && sumOf([...received.values()]) === draw.total;
      }),
      runs(GENERATED_CASES),
    );
  });

  it('the gross of the parts adds up to what is captured, none negative, none above its part', () => {
    fc.assert(
      fc.property(draws, fc.nat({ max: 10_000 }), (draw, fraction) => {
        const parts = partsUnlessTooMany(draw);
        if (!parts) return true;
        const captured = (draw.total * BigInt(fraction)) / 10_000n;
        const gross = grossOfParts(captured, parts);
        const isWithin = gross.every((amount, index) => amount >= 0n && amount <= parts[index]!.amount);
        return isWithin && sumOf(gross) === captured;
      }),
      runs(GENERATED_CASES),
    );
  });

  it('the fees add up to the fee, each less than what it is taken from, or the fee is not covered', () => {
    fc.assert(
      fc.property(draws, fc.nat({ max: 10_000 }), fc.bigInt(0n, 2_000n), (draw, fraction, bps) => {
        const parts = partsUnlessTooMany(draw);
        if (!parts) return true;
        const gross = grossOfParts((draw.total * BigInt(fraction)) / 10_000n, parts);
        const fee = (sumOf(gross) * bps) / 10_000n + (bps % 4n);

        const mayPay = payersByTheRules(parts);
        const fees = feesUnlessNotCovered(fee, parts, gross);
        if (!fees) return gross.some((amount, index) => mayPay[index] && amount <= fee);
        const isFair = fees.every(
          (part, index) => part === 0n || (mayPay[index]! && part > 0n && part < gross[index]!),
        );
        return isFair && sumOf(fees) === fee;
      }),
      runs(GENERATED_CASES),
    );
  });
});

function payersByTheRules(parts: readonly ChargePart[]): boolean[] {
  const flagged = parts.map(({ paysFee }) => paysFee);
  const owned = parts.map(({ recipientId }) => recipientId === OWNER);
  return [flagged, owned].find((candidates) => candidates.includes(true)) ?? parts.map(() => true);
}

function feesUnlessNotCovered(fee: bigint, parts: readonly ChargePart[], gross: readonly bigint[]): bigint[] | null {
  try {
    return feesOfParts(fee, parts, gross);
  } catch (error) {
    if (error instanceof FeeNotCoveredError) return null;
    throw error;
  }
}
