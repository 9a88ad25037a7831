import type { ReceivableRecord } from '@centavo/contracts';
import {
  PLATFORM_ACCOUNTS,
  type AccountName,
  type Line,
  type PlatformAccount,
  type WalletAccount,
} from './accounts.domain.js';

/** Names of the amounts that a posting moves: of a receivable, what is left of each. */
type AmountName = 'gross_amount' | 'net_amount' | 'fee_amount';
type Side = Partial<Record<PlatformAccount | WalletAccount, AmountName>>;

interface PostingRule {
  readonly description: string;
  readonly debit: Side;
  readonly credit: Side;
}

/** What each happening does to the accounts, as data: {@link postingLines} follows it. */
export const POSTING_RULES = {
  capture: {
    description: 'a charge is captured, per receivable',
    debit: { acquirer: 'gross_amount' },
    credit: { pending: 'net_amount', fees: 'fee_amount' },
  },
} as const satisfies Record<string, PostingRule>;
export type PostingKind = keyof typeof POSTING_RULES;

/** The receivable that a posting is about. `gross = net + fee`. */
export type PostedReceivable = Pick<ReceivableRecord, 'id' | 'recipient_id' | AmountName>;

/** The lines of one happening for one receivable: debits first, amounts of zero left out. They add up to zero. */
export function postingLines(kind: PostingKind, receivable: PostedReceivable): Line[] {
  const rule: PostingRule = POSTING_RULES[kind];
  return [...linesOf(rule.debit, -1n, receivable), ...linesOf(rule.credit, 1n, receivable)];
}

function linesOf(side: Side, sign: 1n | -1n, receivable: PostedReceivable): Line[] {
  const accounts = Object.entries(side) as [PlatformAccount | WalletAccount, AmountName][];
  return accounts
    .map(([kind, name]) => ({
      account: accountOf(kind, receivable.recipient_id),
      amount: sign * receivable[name],
      receivableId: receivable.id,
    }))
    .filter(({ amount }) => amount !== 0n);
}

const accountOf = (kind: PlatformAccount | WalletAccount, ownerId: string): AccountName =>
  isPlatformAccount(kind) ? { kind } : { kind, ownerId };

const isPlatformAccount = (kind: PlatformAccount | WalletAccount): kind is PlatformAccount => kind in PLATFORM_ACCOUNTS;
