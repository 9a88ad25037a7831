import { sumOf } from '@centavo/money';
import { newId } from '@centavo/runtime';
import { runs } from '@centavo/testing';
import fc from 'fast-check';
import type { Line } from './accounts.domain.js';
import { coalesceLines } from './coalesce-lines.domain.js';
import { accountKey } from './running-balances.domain.js';

const [owner, seller, one, other] = [newId(), newId(), newId(), newId()];

const bank = (amount: bigint, receivableId: string | null = one): Line => ({
  account: { kind: 'bank' },
  amount,
  receivableId,
});
const pending = (ownerId: string, amount: bigint, receivableId: string | null = one): Line => ({
  account: { kind: 'pending', ownerId },
  amount,
  receivableId,
});
const available = (ownerId: string, amount: bigint, receivableId: string | null = one): Line => ({
  account: { kind: 'available', ownerId },
  amount,
  receivableId,
  statement: { referenceType: 'charge', referenceId: newId(), description: 'Settlement of installment 1' },
});

describe('coalescing the lines of a transaction', () => {
  it('merges the lines of an account, which are then no receivable’s, where the first of them stood', () => {
    expect(coalesceLines([bank(-100n), pending(owner, -5n), bank(-50n, other)])).toEqual([
      bank(-150n, null),
      pending(owner, -5n),
    ]);
  });

  it('leaves every line that a statement shows as it is', () => {
    const shown = [available(owner, 10n), available(owner, 20n, other), available(owner, 10n)];
    expect(coalesceLines(shown)).toEqual(shown);
  });

  it('keeps wallets apart', () => {
    const lines = [pending(owner, -5n), pending(seller, -7n)];
    expect(coalesceLines(lines)).toEqual(lines);
  });

  it('keeps the receivable of lines that are all about it', () => {
    expect(coalesceLines([bank(-100n), bank(-50n)])).toEqual([bank(-150n, one)]);
  });

  it('leaves out what cancels out', () => {
    expect(coalesceLines([bank(-100n), bank(100n, other), pending(owner, 1n)])).toEqual([pending(owner, 1n)]);
  });

  it('moves on every account what the lines moved', () => {
    const amount = fc.bigInt({ min: -50n, max: 50n }).filter((drawn) => drawn !== 0n);
    const line = fc
      .tuple(
        fc.constantFrom(bank, pending, available),
        fc.constantFrom(owner, seller),
        amount,
        fc.constantFrom(one, other),
      )
      .map(([make, ownerId, drawn, receivableId]) =>
        make === bank ? bank(drawn, receivableId) : (make as typeof pending)(ownerId, drawn, receivableId),
      );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const coalesced = coalesceLines(lines);
        expect(movements(coalesced)).toEqual(movements(lines));
        expect(coalesced.filter(({ statement }) => statement)).toEqual(lines.filter(({ statement }) => statement));
        expect(coalesced.filter(({ statement }) => !statement).length).toBeLessThanOrEqual(3);
      }),
      runs(200),
    );
  });
});

/** By account, in whatever order; without those that do not move. */
function movements(lines: readonly Line[]): Record<string, bigint> {
  const byAccount = Object.groupBy(lines, ({ account }) => ('ownerId' in account ? accountKey(account) : account.kind));
  const sums = Object.entries(byAccount).map(([key, of]) => [key, sumOf(of!.map(({ amount }) => amount))] as const);
  return Object.fromEntries(sums.filter(([, sum]) => sum !== 0n));
}
