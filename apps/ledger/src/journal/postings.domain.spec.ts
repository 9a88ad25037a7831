import { sumOf } from '@centavo/money';
import { runs } from '@centavo/testing';
import fc from 'fast-check';
import { POSTING_RULES, postingLines, type PostedReceivable, type PostingKind } from './postings.domain.js';

const receivable = (gross: bigint, fee: bigint): PostedReceivable => ({
  id: 'r1',
  recipient_id: 'm1',
  gross_amount: gross,
  fee_amount: fee,
  net_amount: gross - fee,
});
const kinds = Object.keys(POSTING_RULES) as PostingKind[];

describe('postings', () => {
  it('of a capture debit the acquirer and credit the pending money and the fees', () => {
    expect(postingLines('capture', receivable(2335n, 117n))).toEqual([
      { account: { kind: 'acquirer' }, amount: -2335n, receivableId: 'r1' },
      { account: { kind: 'pending', ownerId: 'm1' }, amount: 2218n, receivableId: 'r1' },
      { account: { kind: 'fees' }, amount: 117n, receivableId: 'r1' },
    ]);
  });

  it('leave out the fees when there are none', () => {
    const lines = postingLines('capture', receivable(1000n, 0n));
    expect(lines.map(({ account }) => account.kind)).toEqual(['acquirer', 'pending']);
  });

  it.each(kinds)('of a %s are balanced, whatever the amounts', (kind) => {
    const amounts = fc
      .tuple(fc.bigInt(1n, 10n ** 12n), fc.bigInt(0n, 10n ** 12n))
      .map(([gross, fee]) => receivable(gross, fee % (gross + 1n)));
    fc.assert(
      fc.property(amounts, (posted) => {
        expect(sumOf(postingLines(kind, posted).map(({ amount }) => amount))).toBe(0n);
      }),
      runs(500),
    );
  });
});
