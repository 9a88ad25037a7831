import type { Centavos } from '@centavo/money';
import {
  PLATFORM_ACCOUNTS,
  type AccountName,
  type Line,
  type PlatformAccount,
  type StatementText,
  type WalletAccount,
} from './accounts.domain.js';

/** The amounts that postings move, by name. `gross = net + fee`, `net = payout + interest`, `amount = paid_out + fee`. */
type AmountName = 'gross' | 'net' | 'fee' | 'interest' | 'payout' | 'amount' | 'paid_out';
type Side = Partial<Record<PlatformAccount | WalletAccount, AmountName>>;

interface PostingRule {
  readonly description: string;
  readonly debit: Side;
  readonly credit: Side;
}

/**
 * What each happening does to the accounts, as data: {@link postingLines} follows it, docs/postings.md shows it. Amounts of a receivable
 * are what is left of it after earlier refunds; of a refund, the part that it takes.
 */
export const POSTING_RULES = {
  capture: {
    description: 'a charge is captured, per receivable',
    debit: { acquirer: 'gross' },
    credit: { pending: 'net', fees: 'fee' },
  },
  settlement: {
    description: 'a pending receivable is settled',
    debit: { pending: 'net', bank: 'gross' },
    credit: { available: 'net', acquirer: 'gross' },
  },
  settlement_of_anticipated: {
    description: 'the date of an anticipated receivable passes',
    debit: { bank: 'gross' },
    credit: { acquirer: 'gross' },
  },
  anticipation: {
    description: 'an anticipation is approved, per receivable',
    debit: { pending: 'net' },
    credit: { available: 'payout', anticipation_income: 'interest' },
  },
  refund_of_pending: {
    description: 'a refund takes from a pending receivable',
    debit: { pending: 'net', fees: 'fee' },
    credit: { acquirer: 'gross' },
  },
  refund_of_anticipated: {
    description: 'a refund takes from an anticipated receivable',
    debit: { available: 'net', fees: 'fee' },
    credit: { acquirer: 'gross' },
  },
  refund_of_settled: {
    description: 'a refund takes from a settled receivable',
    debit: { available: 'net', fees: 'fee' },
    credit: { bank: 'gross' },
  },
  chargeback_of_pending: {
    description: 'a chargeback holds a pending receivable',
    debit: { pending: 'net' },
    credit: { blocked: 'net' },
  },
  chargeback_of_paid: {
    description: 'a chargeback holds an anticipated or settled receivable',
    debit: { available: 'net' },
    credit: { blocked: 'net' },
  },
  chargeback_won_to_pending: {
    description: 'a dispute is won: held money that was pending',
    debit: { blocked: 'net' },
    credit: { pending: 'net' },
  },
  chargeback_won_to_available: {
    description: 'a dispute is won: held money that was available',
    debit: { blocked: 'net' },
    credit: { available: 'net' },
  },
  chargeback_lost: {
    description: 'a dispute is lost: a suspended receivable, which the acquirer still owed',
    debit: { blocked: 'net', fees: 'fee' },
    credit: { acquirer: 'gross' },
  },
  chargeback_lost_after_settlement: {
    description: 'a dispute is lost: a settled receivable',
    debit: { blocked: 'net', fees: 'fee' },
    credit: { bank: 'gross' },
  },
  withdrawal: {
    description: 'a withdrawal is requested',
    debit: { available: 'amount' },
    credit: { in_transit: 'amount' },
  },
  withdrawal_completed: {
    description: 'the bank has paid a withdrawal',
    debit: { in_transit: 'amount' },
    credit: { bank: 'paid_out', fees: 'fee' },
  },
  withdrawal_reversal: {
    description: 'a withdrawal failed or was canceled',
    debit: { in_transit: 'amount' },
    credit: { available: 'amount' },
  },
  adjustment_credit: {
    description: 'an operator corrects a balance upwards',
    debit: { adjustments: 'amount' },
    credit: { available: 'amount' },
  },
  adjustment_debit: {
    description: 'an operator corrects a balance downwards',
    debit: { available: 'amount' },
    credit: { adjustments: 'amount' },
  },
} as const satisfies Record<string, PostingRule>;
export type PostingKind = keyof typeof POSTING_RULES;

/** The amounts that a posting needs. */
export type PostingAmounts<Kind extends PostingKind> = Readonly<
  Record<AmountOf<(typeof POSTING_RULES)[Kind]>, Centavos>
>;
type AmountOf<Rule> = Rule extends { debit: infer Debit; credit: infer Credit }
  ? Extract<Debit[keyof Debit] | Credit[keyof Credit], AmountName>
  : never;

/** Whose money a posting moves. */
export interface PostingSubject {
  /** The owner of the wallet. */
  readonly ownerId: string;
  readonly receivableId: string | null;
  /** What the wallet's statement says, where the posting changes its available balance. */
  readonly statement?: StatementText;
}

/** The lines of one happening: debits first, amounts of zero left out. They add up to zero. */
export function postingLines<Kind extends PostingKind>(
  kind: Kind,
  subject: PostingSubject,
  amounts: PostingAmounts<Kind>,
): Line[] {
  const rule: PostingRule = POSTING_RULES[kind];
  return [...linesOf(rule.debit, -1n, subject, amounts), ...linesOf(rule.credit, 1n, subject, amounts)];
}

function linesOf(
  side: Side,
  sign: 1n | -1n,
  { ownerId, receivableId, statement }: PostingSubject,
  amounts: Readonly<Partial<Record<AmountName, Centavos>>>,
): Line[] {
  const accounts = Object.entries(side) as [PlatformAccount | WalletAccount, AmountName][];
  return accounts
    .map(([kind, name]) => ({
      account: accountOf(kind, ownerId),
      amount: sign * amounts[name]!,
      receivableId,
      ...(kind === 'available' && { statement: requireStatement(statement) }),
    }))
    .filter(({ amount }) => amount !== 0n);
}

function requireStatement(statement: StatementText | undefined): StatementText {
  if (!statement) throw new Error('a posting that changes an available balance says nothing to its statement');
  return statement;
}

const accountOf = (kind: PlatformAccount | WalletAccount, ownerId: string): AccountName =>
  isPlatformAccount(kind) ? { kind } : { kind, ownerId };

const isPlatformAccount = (kind: PlatformAccount | WalletAccount): kind is PlatformAccount => kind in PLATFORM_ACCOUNTS;
