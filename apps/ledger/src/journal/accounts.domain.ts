import type { WalletEntryReferenceType } from '@centavo/contracts';
import type { Centavos } from '@centavo/money';

/**
 * The chart of accounts. An amount in the journal is signed: credits are positive, debits negative. So the entries of a
 * transaction add up to zero, a wallet's balance (a liability) reads as money owed to its owner, and an asset's balance is
 * what is there with a minus.
 */

/** Accounts of the platform itself, with the fixed ids they have in the table `accounts`. A new one needs a migration that inserts it. */
export const PLATFORM_ACCOUNTS = {
  /** Asset: gross that the acquirer owes. */
  acquirer: 1n,
  /** Asset: money at the bank. */
  bank: 2n,
  /** Income: processing and withdrawal fees. */
  fees: 3n,
  /** Income: interest of anticipations. */
  anticipation_income: 4n,
  /** Liability: withdrawals that the bank has not confirmed. */
  in_transit: 5n,
  /** Equity: corrections by hand. */
  adjustments: 6n,
} as const;
export type PlatformAccount = keyof typeof PLATFORM_ACCOUNTS;

/** Liabilities that every wallet has: receivables to come, what can be withdrawn, what chargebacks hold. */
export const WALLET_ACCOUNTS = ['pending', 'available', 'blocked'] as const;
export type WalletAccount = (typeof WALLET_ACCOUNTS)[number];

/** An account by what it is for: the platform's, or that of a wallet, named by the wallet's owner. */
export type AccountName =
  { readonly kind: PlatformAccount } | { readonly kind: WalletAccount; readonly ownerId: string };

export type WalletAccountName = Extract<AccountName, { ownerId: string }>;

/** What a wallet's statement says of a line on its available balance. */
export interface StatementText {
  readonly referenceType: WalletEntryReferenceType;
  /** The charge, refund, withdrawal, anticipation or adjustment. */
  readonly referenceId: string;
  readonly description: string;
}

/** One side of a posting. */
export interface Line {
  readonly account: AccountName;
  /** Credit positive, debit negative; never zero. */
  readonly amount: Centavos;
  /** The receivable whose money moves, null when it is none's. */
  readonly receivableId: string | null;
  /** On `available`, which is what statements are of, and nowhere else. */
  readonly statement?: StatementText;
}

export const isWalletAccount = (account: AccountName): account is WalletAccountName => 'ownerId' in account;
