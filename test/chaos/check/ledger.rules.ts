import type { EntryFact } from '../evidence/facts.js';
import { findAll, type Rule } from './finding.js';

function sumsBy(entries: readonly EntryFact[], key: (entry: EntryFact) => string): Map<string, number> {
  const sums = new Map<string, number>();
  for (const entry of entries) sums.set(key(entry), (sums.get(key(entry)) ?? 0) + entry.amount);
  return sums;
}

/** The entries of every transaction add up to zero. */
export const transactionsBalance: Rule = ({ facts }) =>
  findAll(
    'transactions balance',
    sumsBy(facts.entries, ({ transactionId }) => transactionId),
    ([id, sum]) => (sum === 0 ? undefined : `transaction ${id} adds up to ${sum}`),
  );

/** The balance of every wallet's account is the sum of its entries. */
export const balancesAreSums: Rule = ({ facts }) => {
  const sums = sumsBy(facts.entries, ({ accountId }) => accountId);
  return findAll('balances are the sums of their entries', facts.accounts, ({ id, kind, walletId, balance }) => {
    const sum = sums.get(id) ?? 0;
    return sum === balance ? undefined : `${kind} of wallet ${walletId} is ${balance}, its entries add up to ${sum}`;
  });
};

/** No withdrawal takes what is not there. (Refunds and lost disputes may: that is debt.) */
export const withdrawalsAreCovered: Rule = ({ facts }) =>
  findAll('withdrawals are covered', facts.debits, ({ transactionId, balanceAfter }) =>
    balanceAfter >= 0 ? undefined : `transaction ${transactionId} left ${balanceAfter}`,
  );

const GIVEN_BACK = new Set(['failed', 'expired', 'voided']);

/** A link's uses are its living charges, and never more than it has. */
export const linkUsesAreCharges: Rule = ({ facts }) =>
  findAll('uses of links are their living charges', facts.links, ({ id, uses, maxUses, charges }) => {
    const living = charges.filter((status) => !GIVEN_BACK.has(status)).length;
    if (living !== uses) return `link ${id} counts ${uses} uses and has ${living} living charges`;
    return maxUses !== null && uses > maxUses ? `link ${id} has ${uses} of ${maxUses} uses` : undefined;
  });

/** What the audit of the database found: the ledger's own checker, the acquirer's books beside ours, and whatever is left to do. */
export const auditFindsNothing: Rule = ({ facts }) =>
  findAll('the audit of the database finds nothing', facts.audit, ({ rule, found }) => `${rule}: ${found.join(', ')}`);
