import type { Centavos } from '@centavo/money';
import {
  PLATFORM_ACCOUNTS,
  isWalletAccount,
  type Line,
  type StatementText,
  type WalletAccountName,
} from './accounts.domain.js';

/** A wallet's account as it stands. */
export interface AccountState {
  readonly id: bigint;
  readonly balance: Centavos;
  /** How many entries the account has. */
  readonly version: bigint;
}

/** A line as it is recorded. Platform accounts are hot: their entries carry no balance, so that nobody waits for a lock. */
export interface Entry {
  readonly transactionId: string;
  /** Its place within the transaction, from 1. */
  readonly line: number;
  readonly accountId: bigint;
  readonly receivableId: string | null;
  readonly amount: Centavos;
  readonly balanceAfter: Centavos | null;
  readonly version: bigint | null;
  readonly statement: StatementText | null;
}

/** What identifies a wallet's account. */
export const accountKey = ({ kind, ownerId }: WalletAccountName): string => `${ownerId}/${kind}`;

/**
 * Turns lines into entries, each wallet account counting on from where it stands.
 * @param accounts by {@link accountKey}; every wallet account that the lines name, locked
 * @returns the entries in the order of the lines, and how the accounts stand after them
 */
export function runBalances(
  transactions: readonly { readonly id: string; readonly lines: readonly Line[] }[],
  accounts: ReadonlyMap<string, AccountState>,
): { entries: Entry[]; changed: AccountState[] } {
  const current = new Map<string, AccountState>();
  const entries: Entry[] = [];
  for (const { id: transactionId, lines } of transactions) {
    lines.forEach(({ account, amount, receivableId, statement = null }, index) => {
      const entry = { transactionId, line: index + 1, receivableId, amount, statement };
      if (!isWalletAccount(account)) {
        entries.push({ ...entry, accountId: PLATFORM_ACCOUNTS[account.kind], balanceAfter: null, version: null });
        return;
      }
      const key = accountKey(account);
      const before = current.get(key) ?? accounts.get(key);
      if (!before) throw new Error(`account ${key} is not locked`);
      const after = { id: before.id, balance: before.balance + amount, version: before.version + 1n };
      current.set(key, after);
      entries.push({ ...entry, accountId: after.id, balanceAfter: after.balance, version: after.version });
    });
  }
  return { entries, changed: [...current.values()] };
}
