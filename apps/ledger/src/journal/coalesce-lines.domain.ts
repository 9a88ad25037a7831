import { isWalletAccount, type AccountName, type Line } from './accounts.domain.js';
import { accountKey } from './running-balances.domain.js';

/**
 * Merges the lines of each account into one, so that a transaction about many receivables costs about one entry for each. Lines that a
 * wallet's statement shows stay as they are. A merged line is no receivable's; it stands where the first of them stood, and what cancels out
 * is left out.
 */
export function coalesceLines(lines: readonly Line[]): Line[] {
  const merged = new Map<unknown, Line>();
  for (const line of lines) {
    const key = line.statement ? line : keyOf(line.account);
    const earlier = merged.get(key);
    merged.set(key, earlier ? sumOf(earlier, line) : line);
  }
  return [...merged.values()].filter(({ amount }) => amount !== 0n);
}

const keyOf = (account: AccountName): string => (isWalletAccount(account) ? accountKey(account) : account.kind);

const sumOf = (earlier: Line, { amount, receivableId }: Line): Line => ({
  account: earlier.account,
  amount: earlier.amount + amount,
  receivableId: earlier.receivableId === receivableId ? receivableId : null,
});
