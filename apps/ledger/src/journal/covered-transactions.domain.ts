import type { Centavos } from '@centavo/money';
import { isWalletAccount, type Line } from './accounts.domain.js';
import { accountKey, type AccountState } from './running-balances.domain.js';

/**
 * The transactions, in order, that their available balances cover: one that would push the balance which must cover it below zero is left
 * out, and those after it are judged as if it had never been asked for.
 * @param accounts by {@link accountKey}; every wallet account that the lines name, as it stands before
 */
export function coveredTransactions<Draft extends { readonly lines: readonly Line[]; readonly coveredBy?: string }>(
  drafts: readonly Draft[],
  accounts: ReadonlyMap<string, AccountState>,
): Draft[] {
  const balances = new Map<string, Centavos>();
  const balanceOf = (key: string): Centavos => balances.get(key) ?? accounts.get(key)?.balance ?? 0n;
  return drafts.filter(({ lines, coveredBy }) => {
    const movements = availableMovements(lines);
    const isCovered = [...movements].every(
      ([key, amount]) => key !== keyOfCover(coveredBy) || amount >= 0n || balanceOf(key) + amount >= 0n,
    );
    if (isCovered) for (const [key, amount] of movements) balances.set(key, balanceOf(key) + amount);
    return isCovered;
  });
}

const keyOfCover = (ownerId: string | undefined): string | undefined =>
  ownerId && accountKey({ kind: 'available', ownerId });

/** What a transaction does to each available balance, by {@link accountKey}. */
function availableMovements(lines: readonly Line[]): Map<string, Centavos> {
  const movements = new Map<string, Centavos>();
  for (const { account, amount } of lines) {
    if (!isWalletAccount(account) || account.kind !== 'available') continue;
    const key = accountKey(account);
    movements.set(key, (movements.get(key) ?? 0n) + amount);
  }
  return movements;
}
