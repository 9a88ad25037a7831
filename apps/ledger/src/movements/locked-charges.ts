import type { Transaction } from '@centavo/persistence';
import type { Dispute } from '../disputes/dispute.domain.js';
import { findDisputesOf } from '../disputes/disputes.sql.js';
import { lockReceivablesOfCharges } from '../receivables/receivables.sql.js';
import type { ChargeBooks } from './charge-books.domain.js';

/** Charges that nobody else moves until the end of the transaction. */
export interface LockedCharges {
  /** By id; those that are not captured yet are left out. */
  readonly books: ReadonlyMap<string, ChargeBooks>;
  /** All that they have had. */
  readonly disputes: readonly Dispute[];
}

/** Locks charges by their receivables, and then looks how they stand. */
export async function lockCharges(transaction: Transaction, chargeIds: readonly string[]): Promise<LockedCharges> {
  const receivables = await lockReceivablesOfCharges(transaction, chargeIds);
  const disputes = await findDisputesOf(transaction, chargeIds);
  const openDisputes = new Map(
    disputes.filter(({ outcome }) => outcome === null).map((dispute) => [dispute.charge_id, dispute]),
  );
  const byCharge = Map.groupBy(receivables, ({ charge_id }) => charge_id);
  const books = new Map(
    [...byCharge].map(([id, own]) => [id, { receivables: own, openDispute: openDisputes.get(id) ?? null }]),
  );
  return { books, disputes };
}
