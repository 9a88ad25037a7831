import type { WalletEntryReferenceType } from '@centavo/contracts';

/** Whose wallet it is: a story has one merchant, and one submerchant of it. */
export const OWNERS = ['merchant', 'submerchant'] as const;
export type Owner = (typeof OWNERS)[number];

/** A line of a wallet's statement. */
export interface ModelEntry {
  readonly referenceType: WalletEntryReferenceType;
  readonly referenceId: string;
  /** Centavos; debits are negative. */
  readonly amount: number;
}

/** The wallet's three amounts in centavos, and its statement. */
export class WalletModel {
  available = 0;
  pending = 0;
  blocked = 0;
  /** What happened, the first first; the entries of one happening are in no particular order. */
  readonly statement: ModelEntry[][] = [];

  /** Moves the available balance, with an entry for each movement; what moves nothing has none. */
  book(entries: readonly ModelEntry[]): void {
    const moving = entries.filter(({ amount }) => amount !== 0);
    if (moving.length === 0) return;
    for (const { amount } of moving) this.available += amount;
    this.statement.push(moving);
  }
}
