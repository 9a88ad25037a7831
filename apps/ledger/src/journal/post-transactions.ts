import { sumOf } from '@centavo/money';
import type { Transaction } from '@centavo/persistence';
import { isWalletAccount, type Line, type WalletAccountName } from './accounts.domain.js';
import { coveredTransactions } from './covered-transactions.domain.js';
import {
  findTransactions,
  insertEntries,
  insertTransactions,
  lockAccounts,
  updateBalances,
  type TransactionRow,
} from './journal.sql.js';
import { accountKey, runBalances } from './running-balances.domain.js';

/** A journal transaction to be posted: what happened, and the lines that say what it does to the accounts. */
export interface JournalTransaction extends TransactionRow {
  readonly lines: readonly Line[];
  /** The owner whose available balance must cover what is taken from it; without it a balance may fall below zero. */
  readonly coveredBy?: string;
}

/** What became of the transactions that were to be posted; those in none of the sets had been posted before. */
export interface PostingOutcome {
  readonly posted: ReadonlySet<string>;
  /** Not posted: a line names a wallet that is not open. */
  readonly withoutWallet: ReadonlySet<string>;
  /** Not posted: the balance that had to cover it does not. */
  readonly uncovered: ReadonlySet<string>;
}

/**
 * The one way into the journal. Each transaction is posted once, however often and from however many sides it comes; all that
 * are posted stand or fall with the caller's database transaction.
 *
 * Locks come before the claim of the ids: whoever posts the same message needs the same accounts, so it waits for the lock, and two
 * claims can never wait for each other.
 * @param drafts each id at most once; of several that need the same cover the first are served
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
  const withoutWallet = new Set(drafts.filter((draft) => !hasWallets(draft)).map(({ id }) => id));
  const known = await alreadyPosted(transaction, drafts);
  const open = drafts.filter(({ id }) => !withoutWallet.has(id) && !known.has(id));
  const covered = coveredTransactions(open, accounts);
  const uncovered = new Set(open.filter((draft) => !covered.includes(draft)).map(({ id }) => id));

  const posted = await insertTransactions(transaction, covered);
  if (posted.size > 0) {
    const fresh = covered.filter(({ id }) => posted.has(id));
    const { entries, changed } = runBalances(fresh, accounts);
    await insertEntries(transaction, entries);
    await updateBalances(transaction, changed);
  }
  return { posted, withoutWallet, uncovered };
}

/** What was posted before needs no cover any more. Where none is asked for, the claim of the ids alone says what is new. */
async function alreadyPosted(
  transaction: Transaction,
  drafts: readonly JournalTransaction[],
): Promise<ReadonlySet<string>> {
  if (drafts.every(({ coveredBy }) => coveredBy === undefined)) return new Set();
  return findTransactions(
    transaction,
    drafts.map(({ id }) => id),
  );
}

function requireBalance({ id, lines }: JournalTransaction): void {
  const difference = sumOf(lines.map(({ amount }) => amount));
  if (lines.length === 0 || difference !== 0n) throw new Error(`transaction ${id} is not balanced: ${difference}`);
}

function walletAccountsOf(drafts: readonly JournalTransaction[]): WalletAccountName[] {
  const named = drafts.flatMap(({ lines }) => lines.map(({ account }) => account)).filter(isWalletAccount);
  return [...new Map(named.map((account) => [accountKey(account), account])).values()];
}
