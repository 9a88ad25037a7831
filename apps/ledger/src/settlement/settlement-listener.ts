import type { AddressedMessage, MessageHeaders } from '@centavo/messaging';
import type { Transaction } from '@centavo/persistence';
import type { ReceivableState } from '../receivables/receivable.domain.js';

/** What else a settlement has to tell, and the `outbox_id`s that what this is about had before. */
export interface SettlementConsequence {
  readonly events: readonly AddressedMessage[];
  readonly follows: readonly (string | null)[];
}

/** Anticipated receivables that settle in one database transaction. */
export interface SettledAnticipated {
  /** As they will be: `settled`, with their `anticipation_id`. At least one; locked, and not written yet: a query still sees them `anticipated`. */
  readonly receivables: readonly ReceivableState[];
  /** The outbox row that tells of all this; a listener stores it with what its own events are about. */
  readonly outboxId: string;
  readonly cause: MessageHeaders;
}

/**
 * Whoever has to know that the dates of anticipated receivables pass: the anticipation that they belong to may be settled by it. It is asked
 * within the transaction that settles them, before any account is locked.
 *
 * Another instance may be settling others of the same anticipation at this moment. So lock the anticipations' rows first, by id, FOR NO KEY
 * UPDATE, and look in a later statement for receivables that are left beside these: whoever comes last sees that there are none.
 */
export abstract class SettlementListener {
  abstract onSettlement(transaction: Transaction, settled: SettledAnticipated): Promise<SettlementConsequence>;
}
