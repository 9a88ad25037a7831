import type { MessageHeaders } from '@centavo/messaging';
import { sumOf, type Centavos } from '@centavo/money';
import { newId } from '@centavo/runtime';
import type { Booking } from '../books/books.js';
import { coalesceLines } from '../journal/coalesce-lines.domain.js';
import { settlementLines } from '../receivables/receivable-lines.domain.js';
import { netLeftOf, settle, type ReceivableState } from '../receivables/receivable.domain.js';

/**
 * What settles receivables: one booking per wallet. Its statement shows each charge; all that moves beside it is booked as one sum.
 * @param due pending or anticipated; locked
 * @param runId the settlement run, which the journal refers to
 */
export function settlementBookings(
  due: readonly ReceivableState[],
  { runId, now, cause }: { readonly runId: string; readonly now: Date; readonly cause: MessageHeaders },
): Booking[] {
  const byWallet = Map.groupBy(due, ({ recipient_id }) => recipient_id);
  return [...byWallet.values()].map((receivables) => ({
    journal: {
      id: newId(),
      kind: 'settlement',
      referenceId: runId,
      occurredAt: now,
      lines: coalesceLines(receivables.flatMap(settlementLines)),
    },
    receivables: receivables.map((before) => ({ before, after: settle(before, now) })),
    cause,
  }));
}

/** What settling them credits to wallets: the net of those that were not paid before. */
export const creditedBy = (due: readonly ReceivableState[]): Centavos =>
  sumOf(due.filter(({ status }) => status === 'pending').map(netLeftOf));
