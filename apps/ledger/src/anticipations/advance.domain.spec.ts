import { newId } from '@centavo/runtime';
import { runs } from '@centavo/testing';
import fc from 'fast-check';
import { isWalletAccount } from '../journal/accounts.domain.js';
import type { ReceivableState } from '../receivables/receivable.domain.js';
import { advanceLines } from './advance-lines.domain.js';
import { advanceOf, advancesOf, interestOf, lastDateOf, totalsOf } from './advance.domain.js';

/** The worked example's day and rate. */
const TERMS = { today: '2026-11-20', monthlyRateBps: 199 } as const;

function receivable(traits: Partial<ReceivableState> = {}): ReceivableState {
  const id = newId();
  const due = new Date('2026-12-21T03:00:00.000Z');
  return {
    id,
    charge_id: newId(),
    merchant_id: id,
    submerchant_id: null,
    recipient_id: id,
    gross_amount: 2335n,
    net_amount: 2218n,
    fee_amount: 117n,
    gross_left: 2335n,
    fee_left: 117n,
    held_net: 0n,
    status: 'pending',
    payment_method: 'credit_card',
    installment: 1,
    settlement_date: due,
    original_settlement_date: due,
    anticipation_id: null,
    settled_at: null,
    created_at: new Date('2026-11-20T15:00:00.000Z'),
    sequence: 1,
    outbox_id: null,
    ...traits,
  };
}

const withNet = (net: bigint, traits: Partial<ReceivableState> = {}) =>
  receivable({ gross_left: net + 100n, fee_left: 100n, ...traits });

describe('the interest of an anticipation', () => {
  it.each([
    [2218n, 31, 46n],
    [2217n, 60, 88n],
    [2217n, 90, 132n],
  ])('of %s centavos for %s days at 199 bps is that of the worked example', (net, days, interest) => {
    expect(interestOf(net, 199, days)).toBe(interest);
  });

  it('is rounded half up', () => {
    expect([interestOf(149n, 100, 10), interestOf(150n, 100, 10), interestOf(449n, 100, 10)]).toEqual([0n, 1n, 1n]);
  });

  it('counts the days in São Paulo, where a day begins at three o’clock UTC', () => {
    const late = advanceOf(receivable(), { ...TERMS, today: '2026-12-20' });
    expect(late).toMatchObject({ days: 1 });
  });
});

describe('a receivable', () => {
  it('is paid what is left of its net, less the interest', () => {
    expect(advanceOf(receivable(), TERMS)).toMatchObject({ net: 2218n, interest: 46n, payout: 2172n, days: 31 });
    const refunded = receivable({ gross_left: 1000n, fee_left: 50n });
    expect(advanceOf(refunded, TERMS)).toMatchObject({ net: 950n, interest: 20n, payout: 930n });
  });

  it.each([
    ['that is due today', { original_settlement_date: new Date('2026-11-20T03:00:00.000Z') }, /due today/],
    ['whose date has passed', { original_settlement_date: new Date('2026-11-19T03:00:00.000Z') }, /due today/],
    ['that is disputed', { status: 'suspended' }, /suspended/],
    ['that has been anticipated', { status: 'anticipated' }, /anticipated/],
    ['of which nothing is left', { gross_left: 117n }, /leave nothing/],
  ] as const)('%s cannot be anticipated', (_, traits, reason) => {
    expect(advanceOf(receivable(traits), TERMS)).toMatch(reason);
  });

  it('cannot be anticipated where the interest would eat all of it', () => {
    const rate = { ...TERMS, monthlyRateBps: 9_678 };
    expect(advanceOf(withNet(1_000n), rate)).toMatch(/leave nothing/);
    expect(advanceOf(withNet(1_000n), { ...rate, monthlyRateBps: 9_600 })).toMatchObject({ payout: 8n });
  });
});

describe('the advances of an anticipation', () => {
  const aReceivable = fc
    .record({
      net: fc.oneof(fc.bigInt({ min: 0n, max: 300n }), fc.bigInt({ min: 0n, max: 10n ** 12n })),
      days: fc.integer({ min: -3, max: 400 }),
      owner: fc.constantFrom('a', 'b'),
    })
    .map(({ net, days, owner }) => {
      const due = new Date(Date.parse('2026-11-20T03:00:00.000Z') + days * 86_400_000);
      return withNet(net, { original_settlement_date: due, recipient_id: owner });
    });
  const drawn = fc.tuple(fc.array(aReceivable, { maxLength: 20 }), fc.integer({ min: 0, max: 10_000 }));

  it('pay each more than nothing, and add up', () => {
    fc.assert(
      fc.property(drawn, ([receivables, monthlyRateBps]) => {
        const advances = advancesOf(receivables, { ...TERMS, monthlyRateBps });
        for (const { net, interest, payout, days } of advances) {
          expect([net, interest >= 0n, payout > 0n, days > 0]).toEqual([interest + payout, true, true, true]);
        }
        const totals = totalsOf(advances);
        expect(totals.total_net_amount).toBe(totals.total_gross_amount - totals.total_fee_amount);
      }),
      runs(300),
    );
  });

  it('are booked with one credit to each wallet, and balanced', () => {
    fc.assert(
      fc.property(drawn, ([receivables, monthlyRateBps]) => {
        const advances = advancesOf(receivables, { ...TERMS, monthlyRateBps });
        const lines = advanceLines(newId(), advances);
        expect(lines.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n);
        const credits = lines.filter(({ account }) => account.kind === 'available');
        expect(credits.every(({ statement, receivableId }) => statement && receivableId === null)).toBe(true);
        const paid = new Map(
          credits.map(({ account, amount }) => [isWalletAccount(account) && account.ownerId, amount]),
        );
        expect(paid.size).toBe(credits.length);
        for (const owner of ['a', 'b']) {
          const own = advances.filter(({ receivable: { recipient_id: id } }) => id === owner);
          expect(paid.get(owner) ?? 0n).toBe(own.reduce((sum, { payout }) => sum + payout, 0n));
        }
      }),
      runs(300),
    );
  });

  it('end with the latest own date', () => {
    const later = new Date('2027-02-18T03:00:00.000Z');
    const receivables = [withNet(100n), withNet(100n, { original_settlement_date: later }), withNet(100n)];
    expect(lastDateOf(advancesOf(receivables, TERMS))).toEqual(later);
  });
});
