import { runs } from '@centavo/testing';
import fc from 'fast-check';
import { sumOf } from './allocate.js';
import { refundTakes, type RefundableReceivable } from './refund-takes.js';

const GENERATED_CASES = 100_000;

const receivable = (
  recipientId: string,
  gross: bigint,
  fee: bigint,
  settlesOn: string,
  isPending = true,
): RefundableReceivable => ({ recipientId, gross, fee, settlesOn, isPending });

/** The charge of the worked example, after the first settlement. */
const WORKED = [
  receivable('a', 1000n, 0n, '2026-12-21', false),
  receivable('a', 1000n, 0n, '2027-01-19'),
  receivable('a', 1000n, 0n, '2027-02-18'),
  receivable('owner', 2335n, 117n, '2026-12-21', false),
  receivable('owner', 2333n, 116n, '2027-01-19'),
  receivable('owner', 2333n, 116n, '2027-02-18'),
];

const shown = (amount: bigint, receivables: readonly RefundableReceivable[]) =>
  refundTakes(amount, receivables).map(({ receivable: { recipientId, settlesOn }, gross, fee }) => [
    recipientId,
    settlesOn,
    gross,
    fee,
  ]);

describe('what a refund takes', () => {
  it('is that of the worked example: the last installments first, the settled ones not at all', () => {
    expect(shown(4000n, WORKED)).toEqual([
      ['a', '2027-02-18', 1000n, 0n],
      ['a', '2027-01-19', 200n, 0n],
      ['owner', '2027-02-18', 2333n, 116n],
      ['owner', '2027-01-19', 467n, 23n],
    ]);
  });

  it('is all of it, fees included, when everything is refunded', () => {
    const takes = refundTakes(10_001n, WORKED);
    expect(sumOf(takes.map(({ gross }) => gross))).toBe(10_001n);
    expect(sumOf(takes.map(({ fee }) => fee))).toBe(349n);
  });

  it('comes from settled receivables only when no pending ones are left', () => {
    expect(shown(2000n, WORKED.slice(0, 2))).toEqual([
      ['a', '2027-01-19', 1000n, 0n],
      ['a', '2026-12-21', 1000n, 0n],
    ]);
  });

  it('is never more than is left', () => {
    expect(() => refundTakes(10_002n, WORKED)).toThrow(RangeError);
    expect(() => refundTakes(-1n, WORKED)).toThrow(RangeError);
    expect(refundTakes(0n, WORKED)).toEqual([]);
  });

  const aReceivable = fc
    .record({
      recipientId: fc.constantFrom('a', 'b', 'c'),
      gross: fc.bigInt({ min: 1n, max: 10n ** 12n }),
      feeShare: fc.integer({ min: 0, max: 100 }),
      isPending: fc.boolean(),
      settlesOn: fc.constantFrom('2026-12-21', '2027-01-19', '2027-02-18'),
    })
    .map(({ feeShare, ...rest }): RefundableReceivable => ({ ...rest, fee: (rest.gross * BigInt(feeShare)) / 100n }));
  const aCharge = fc.array(aReceivable, { minLength: 1, maxLength: 12 });

  it('adds up over any number of refunds, with no part negative and no fee left in the end', () => {
    fc.assert(
      fc.property(aCharge, fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 3 }), (charge, percents) => {
        let rest = charge;
        const total = sumOf(charge.map(({ gross }) => gross));
        const amounts = percents.map((percent) => (total * BigInt(percent)) / 400n);
        for (const amount of [...amounts, total - sumOf(amounts)]) {
          const takes = new Map(refundTakes(amount, rest).map((take) => [take.receivable, take]));
          const taken = [...takes.values()];
          if (sumOf(taken.map(({ gross }) => gross)) !== amount) return false;
          if (taken.some(({ gross, fee, receivable: from }) => fee < 0n || fee > gross || gross > from.gross))
            return false;
          rest = rest.map((each) => {
            const { gross = 0n, fee = 0n } = takes.get(each) ?? {};
            return { ...each, gross: each.gross - gross, fee: each.fee - fee };
          });
          if (rest.some(({ gross, fee }) => fee > gross)) return false;
        }
        return rest.every(({ gross, fee }) => gross === 0n && fee === 0n);
      }),
      runs(GENERATED_CASES),
    );
  });
});
