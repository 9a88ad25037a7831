import { allocate, FeeNotCoveredError, feeOf, sumOf, type ChargePart } from '@centavo/money';
import { runs } from '@centavo/testing';
import fc from 'fast-check';
import { receivablesOf, type CapturedCharge } from './receivables.domain.js';

const OWNER = 'owner';
const SUBMERCHANT_A = 'submerchant-a';

const part = (recipientId: string, amount: bigint, more: Partial<ChargePart> = {}): ChargePart => ({
  recipientId,
  amount,
  isOwner: recipientId === OWNER,
  paysFee: false,
  ...more,
});

/** The charge of the ledger's worked example: 10001 centavos in three installments at 349 basis points. */
const charge = (more: Partial<CapturedCharge> = {}): CapturedCharge => ({
  capturedAmount: 10001n,
  capturedAt: new Date('2026-11-20T15:00:00Z'),
  paymentMethod: 'credit_card',
  installments: 3,
  feeRate: { bps: 349, fixed: 0 },
  parts: [part(OWNER, 10001n)],
  ...more,
});

const feesByRecipient = (captured: CapturedCharge): Record<string, bigint> => {
  const receivables = Object.groupBy(receivablesOf(captured), ({ recipientId }) => recipientId);
  return Object.fromEntries(
    Object.entries(receivables).map(([recipient, own]) => [recipient, sumOf((own ?? []).map(({ fee }) => fee))]),
  );
};

describe('receivables of a capture', () => {
  it('are, for the worked example, these six to the centavo', () => {
    const parts = [part(SUBMERCHANT_A, 3000n), part(OWNER, 7001n)];
    const [first, second, third] = ['2026-12-21', '2027-01-19', '2027-02-18'];
    expect(receivablesOf(charge({ parts }))).toEqual([
      { recipientId: SUBMERCHANT_A, installment: 1, gross: 1000n, fee: 0n, net: 1000n, settlementDate: first },
      { recipientId: SUBMERCHANT_A, installment: 2, gross: 1000n, fee: 0n, net: 1000n, settlementDate: second },
      { recipientId: SUBMERCHANT_A, installment: 3, gross: 1000n, fee: 0n, net: 1000n, settlementDate: third },
      { recipientId: OWNER, installment: 1, gross: 2335n, fee: 117n, net: 2218n, settlementDate: first },
      { recipientId: OWNER, installment: 2, gross: 2333n, fee: 116n, net: 2217n, settlementDate: second },
      { recipientId: OWNER, installment: 3, gross: 2333n, fee: 116n, net: 2217n, settlementDate: third },
    ]);
  });

  it('take the capture date in São Paulo, where the evening is still the day before', () => {
    const [receivable] = receivablesOf(charge({ capturedAt: new Date('2026-11-24T02:30:00Z'), installments: 1 }));
    expect(receivable?.settlementDate).toBe('2026-12-23');
  });

  it('divide a partial capture in proportion to the parts', () => {
    const parts = [part(SUBMERCHANT_A, 3000n), part(OWNER, 7001n)];
    const receivables = receivablesOf(charge({ parts, capturedAmount: 5000n, installments: 1 }));
    expect(receivables.map(({ gross, fee }) => [gross, fee])).toEqual([
      [1500n, 0n],
      [3500n, 175n],
    ]);
  });

  it('leave out what is nothing', () => {
    const parts = [part(SUBMERCHANT_A, 1n), part(OWNER, 10_000n)];
    const receivables = receivablesOf(charge({ parts, capturedAmount: 2n }));
    expect(receivables).toEqual([expect.objectContaining({ recipientId: OWNER, installment: 1, gross: 2n, fee: 0n })]);
  });

  it('pay the fee by those flagged, in proportion to their gross', () => {
    const parts = [
      part(SUBMERCHANT_A, 3000n, { paysFee: true }),
      part('b', 6000n, { paysFee: true }),
      part(OWNER, 1001n),
    ];
    expect(feesByRecipient(charge({ parts }))).toEqual({ [SUBMERCHANT_A]: 116n, b: 233n, [OWNER]: 0n });
  });

  it('cannot be of a capture that does not cover its fee', () => {
    const parts = [part(SUBMERCHANT_A, 9_000n), part(OWNER, 1_001n)];
    const refused = charge({ parts, feeRate: { bps: 1_001, fixed: 0 } });
    expect(() => receivablesOf(refused)).toThrow(FeeNotCoveredError);
  });

  it('add up to the capture and its fee, whatever the parts, the rate and the installments', () => {
    const captures = fc.record({
      amounts: fc.array(fc.bigInt(1n, 10n ** 11n), { minLength: 1, maxLength: 20 }),
      captured: fc.bigInt(1n, 10_000n),
      flags: fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
      installments: fc.integer({ min: 1, max: 12 }),
      bps: fc.integer({ min: 0, max: 2_000 }),
      fixed: fc.integer({ min: 0, max: 500 }),
    });
    fc.assert(
      fc.property(captures, ({ amounts, captured, flags, bps, fixed, ...rest }) => {
        const capturedAmount = (sumOf(amounts) * captured) / 10_000n;
        fc.pre(capturedAmount > 0n);
        const parts = amounts.map((amount, index) =>
          part(index === 0 ? OWNER : `${index}`, amount, { paysFee: flags[index]! }),
        );
        const input = charge({ ...rest, parts, capturedAmount, feeRate: { bps, fixed } });

        const receivables = receivablesUnlessFeeNotCovered(input);
        fc.pre(receivables !== null);

        expect(sumOf(receivables.map(({ gross }) => gross))).toBe(capturedAmount);
        expect(sumOf(receivables.map(({ fee }) => fee))).toBe(feeOf(capturedAmount, input.feeRate));
        expect(
          receivables.every(({ gross, fee, net }) => gross > 0n && fee >= 0n && net >= 0n && net === gross - fee),
        ).toBe(true);
        const shares = allocate(capturedAmount, amounts);
        parts.forEach(({ recipientId }, index) => {
          const own = receivables.filter((receivable) => receivable.recipientId === recipientId);
          expect(sumOf(own.map(({ gross }) => gross))).toBe(shares[index]);
        });
      }),
      runs(1_000),
    );
  });
});

function receivablesUnlessFeeNotCovered(input: CapturedCharge) {
  try {
    return receivablesOf(input);
  } catch (error) {
    if (error instanceof FeeNotCoveredError) return null;
    throw error;
  }
}
