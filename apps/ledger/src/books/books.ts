import { Outbox, type AddressedMessage, type MessageHeaders } from '@centavo/messaging';
import type { Transaction } from '@centavo/persistence';
import { Clock } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { postTransactions, type JournalTransaction, type PostingOutcome } from '../journal/post-transactions.js';
import { entersStatus, type ReceivableChange } from '../receivables/receivable.domain.js';
import { receivableEvent } from '../receivables/receivable-events.js';
import { writeReceivables } from '../receivables/write-receivables.js';

/** All that one happening does to the books. */
export interface Booking {
  readonly journal: JournalTransaction;
  /** In order; what exists already is locked by the caller. */
  readonly receivables: readonly ReceivableChange[];
  /** Correlation and trace of what caused it, for the events that tell of it. */
  readonly cause: MessageHeaders;
  /**
   * Whether all its amounts may turn out to be zero. Then there is nothing to put into the journal: whoever posts it keeps elsewhere that it
   * happened.
   */
  readonly mayMoveNothing?: boolean;
  /** What else it has to tell, of a withdrawal or an anticipation, … */
  readonly events?: readonly AddressedMessage[];
  /** … and the `outbox_id` that it had before. */
  readonly follows?: readonly (string | null)[];
}

/**
 * The one door through which money moves: journal, balances, receivables and the events that tell of them, many happenings at once and all in the
 * caller's transaction. What was booked before is left out, with everything that belongs to it.
 *
 * Locks are taken in one order by everybody: withdrawals or anticipations, then receivables by id, then accounts by id (here). So writers wait
 * for each other, and never in a circle.
 */
@Injectable()
export class Books {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** The id of an outbox row to come, which whoever has events of its own stores with what they are about. */
  newOutboxId(): string {
    return this.outbox.newId();
  }

  /** @param outboxId the row that carries the events */
  async post(
    transaction: Transaction,
    bookings: readonly Booking[],
    outboxId = this.newOutboxId(),
  ): Promise<PostingOutcome> {
    const outcome = await postTransactions(
      transaction,
      bookings.filter((booking) => !movesNothing(booking)).map(({ journal }) => journal),
    );
    const posted = bookings.filter((booking) => movesNothing(booking) || outcome.posted.has(booking.journal.id));
    if (posted.length === 0) return outcome;
    await writeReceivables(
      transaction,
      posted.flatMap(({ receivables }) => receivables),
      outboxId,
    );
    const occurredAt = this.clock.now().toISOString();
    await this.outbox.add(transaction, {
      id: outboxId,
      messages: posted.flatMap((booking) => messagesOf(booking, occurredAt)),
      follows: posted.flatMap(followsOf),
    });
    return outcome;
  }

  /**
   * Like {@link post}, for what nothing can stand in the way of.
   * @throws Error when something does: a wallet that is not open, a balance that does not cover it, or that it was booked before
   */
  async postAll(transaction: Transaction, bookings: readonly Booking[], outboxId: string): Promise<void> {
    const { posted } = await this.post(transaction, bookings, outboxId);
    const missing = bookings.filter((booking) => !movesNothing(booking) && !posted.has(booking.journal.id));
    if (missing.length > 0) {
      const what = missing.map(({ journal: { kind, referenceId } }) => `${kind} of ${referenceId}`);
      throw new Error(`could not be booked: ${what.join(', ')}`);
    }
  }
}

const movesNothing = ({ journal, mayMoveNothing }: Booking): boolean =>
  mayMoveNothing === true && journal.lines.length === 0;

const messagesOf = ({ receivables, cause, events = [] }: Booking, occurredAt: string): AddressedMessage[] => [
  ...receivables.filter(entersStatus).map(({ after }) => receivableEvent(after, occurredAt, cause)),
  ...events,
];

const followsOf = ({ receivables, follows = [] }: Booking): (string | null)[] => [
  ...receivables.filter(entersStatus).map(({ before }) => before?.outbox_id ?? null),
  ...follows,
];
