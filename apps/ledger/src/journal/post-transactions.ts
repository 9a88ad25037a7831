import { sumOf } from '@centavo/money';
import type { Transaction } from '@centavo/persistence';
import { isWalletAccount, type Line, type WalletAccountName } from './accounts.domain.js';
import { insertEntries, insertTransactions, lockAccounts, updateBalances, type TransactionRow } from './journal.sql.js';
import { accountKey, runBalances } from './running-balances.domain.js';

/** A journal transaction to be posted: what happened, and the lines that say what it does to the accounts. */
export interface JournalTransaction extends TransactionRow {
  readonly lines: readonly Line[];
}

/** What became of the transactions that were to be posted; those in neither set had been posted before. */
export interface PostingOutcome {
  readonly posted: ReadonlySet<string>;
  /** Not posted: a line names a wallet that is not open. */
  readonly withoutWallet: ReadonlySet<string>;
}

/**
 * The one way into the journal. Each transaction is posted once, however often and from however many sides it comes; all that
 * are posted stand or fall with the caller's database transaction.
 *
 * Locks come before the claim of the ids: whoever posts the same message needs the same accounts, so it waits for the lock, and two
 * claims can never wait for each other.
 * @param drafts each id at most once
 * @throws Error when a transaction's lines do not add up to zero: a fault in the posting rules
 */
export async function postTransactions(
  transaction: Transaction,
  drafts: readonly JournalTransaction[],
): Promise<PostingOutcome> {
  for (const draft of drafts) requireBalance(draft);
  const accounts = await lockAccounts(transaction, walletAccountsOf(drafts));
  const hasWallets = ({ lines }: JournalTransaction) =>
    lines.every(({ account }) => !isWalletAccount(account) || accounts.has(accountKey(account)));
  const possible = drafts.filter(hasWallets);
  const withoutWallet = new Set(drafts.filter((draft) => !hasWallets(draft)).map(({ id }) => id));

  const posted = await insertTransactions(transaction, possible);
  if (posted.size > 0) {
    const fresh = possible.filter(({ id }) => posted.has(id));
    const { entries, changed } = runBalances(fresh, accounts);
    await insertEntries(transaction, entries);
    await updateBalances(transaction, changed);
  }
  return { posted, withoutWallet };
}

function requireBalance({ id, lines }: JournalTransaction): void {
  const difference = sumOf(lines.map(({ amount }) => amount));
  if (lines.length === 0 || difference !== 0n) throw new Error(`transaction ${id} is not balanced: ${difference}`);
}

function walletAccountsOf(drafts: readonly JournalTransaction[]): WalletAccountName[] {
  const named = drafts.flatMap(({ lines }) => lines.map(({ account }) => account)).filter(isWalletAccount);
  return [...new Map(named.map((account) => [accountKey(account), account])).values()];
}
