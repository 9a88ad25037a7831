import { sumOf } from '@centavo/money';
import { runs } from '@centavo/testing';
import fc from 'fast-check';
import { POSTING_RULES, postingLines, type PostingAmounts, type PostingKind } from './postings.domain.js';

const subject = {
  ownerId: 'm1',
  receivableId: 'r1',
  statement: { referenceType: 'charge', referenceId: 'c1', description: 'Something happened' },
} as const;
const kinds = Object.keys(POSTING_RULES) as PostingKind[];

describe('postings', () => {
  it('of a capture debit the acquirer and credit the pending money and the fees', () => {
    expect(postingLines('capture', subject, { gross: 2335n, net: 2218n, fee: 117n })).toEqual([
      { account: { kind: 'acquirer' }, amount: -2335n, receivableId: 'r1' },
      { account: { kind: 'pending', ownerId: 'm1' }, amount: 2218n, receivableId: 'r1' },
      { account: { kind: 'fees' }, amount: 117n, receivableId: 'r1' },
    ]);
  });

  it('leave out the fees when there are none', () => {
    const lines = postingLines('capture', subject, { gross: 1000n, net: 1000n, fee: 0n });
    expect(lines.map(({ account }) => account.kind)).toEqual(['acquirer', 'pending']);
  });

  it.each(kinds)('of a %s are balanced, whatever the amounts', (kind) => {
    const amounts = fc.tuple(fc.bigInt(1n, 10n ** 12n), fc.bigInt(0n, 10n ** 12n)).map(([gross, part]) => {
      const fee = part % (gross + 1n);
      const net = gross - fee;
      return { gross, net, fee, interest: fee, payout: net - fee, amount: gross, paid_out: net };
    });
    fc.assert(
      fc.property(amounts, (drawn) => {
        expect(
          sumOf(postingLines(kind, subject, drawn satisfies PostingAmounts<PostingKind>).map(({ amount }) => amount)),
        ).toBe(0n);
      }),
      runs(500),
    );
  });
});
