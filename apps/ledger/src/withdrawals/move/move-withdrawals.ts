import { done, presentWithdrawal, type IdempotencyRequest } from '@centavo/contracts';
import { Idempotency, Outbox, type MessageHeaders } from '@centavo/messaging';
import { Database, isolateFailures, latestOfEach, type Transaction } from '@centavo/persistence';
import { newId, PacedBatcher } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { Books, type Booking } from '../../books/books.js';
import { PROCESSING_LEASE_MS } from '../due-work.js';
import { withdrawalEvent } from '../withdrawal-event.js';
import { completionLines, reversalLines } from '../withdrawal-lines.domain.js';
import { listWithdrawals } from '../withdrawal-lists.sql.js';
import type { WithdrawalMove, WithdrawalState } from '../withdrawal.domain.js';
import { moveWithdrawals } from '../withdrawals.sql.js';

/** A move that is to be written. */
export interface Movement {
  readonly move: WithdrawalMove;
  readonly cause: MessageHeaders;
  /** The request that asked for it, which is thereby answered. */
  readonly request?: IdempotencyRequest | null;
}

const WRITE_LINGER_MS = 10;
const BUSY_BATCH_SIZE = 4;
const MAX_PER_TRANSACTION = 200;

/** The one path by which withdrawals move: rows, journal, events, lists and kept answers, many at once, all or nothing. */
@Injectable()
export class MoveWithdrawals {
  readonly #batcher: PacedBatcher<Movement, PromiseSettledResult<WithdrawalState | undefined>>;

  constructor(
    private readonly database: Database,
    private readonly books: Books,
    private readonly outbox: Outbox,
    private readonly idempotency: Idempotency,
  ) {
    this.#batcher = new PacedBatcher({
      flush: (movements) =>
        isolateFailures(movements, (part) => this.database.transaction((transaction) => this.write(transaction, part))),
      maxSize: MAX_PER_TRANSACTION,
      lingerMs: WRITE_LINGER_MS,
      busyBatchSize: BUSY_BATCH_SIZE,
    });
  }

  /** @returns the withdrawal as it is now; undefined when it has moved on in the meantime and nothing was done */
  async move(movement: Movement): Promise<WithdrawalState | undefined> {
    const settled = await this.#batcher.add(movement);
    if (settled.status === 'rejected') throw settled.reason;
    return settled.value;
  }

  /** Writes moves in the caller's transaction. @returns per movement what {@link move} returns */
  async write(transaction: Transaction, movements: readonly Movement[]): Promise<(WithdrawalState | undefined)[]> {
    // Those that move money are told by the row that the books write, the others by one of their own.
    const [told, booked] = [this.outbox.newId(), this.books.newOutboxId()];
    const marked = movements.map((movement) => withOutboxId(movement, isBooked(movement) ? booked : told));
    const latest = latestOfEach(marked, ({ move }) => move.after);
    const sorted = [...latest.values()].toSorted((a, b) => (a.move.after.id < b.move.after.id ? -1 : 1));
    const ids = await moveWithdrawals(
      transaction,
      sorted.map(({ move }) => move),
      PROCESSING_LEASE_MS,
    );
    const moved = sorted.filter(({ move }) => ids.has(move.after.id));
    if (moved.length > 0) await this.#writeCompanions(transaction, moved, { told, booked });
    return marked.map((movement) => (moved.includes(movement) ? movement.move.after : undefined));
  }

  async #writeCompanions(
    transaction: Transaction,
    moved: readonly Movement[],
    outboxIds: { readonly told: string; readonly booked: string },
  ): Promise<void> {
    const answered = moved.flatMap(({ move: { after }, request }) =>
      request ? [{ merchantId: after.merchant_id, request, answer: done('Done.', presentWithdrawal(after)) }] : [],
    );
    if (answered.length > 0) await this.idempotency.recordAnswers(transaction, answered);
    const bookings = moved.filter(isBooked).map(bookingOf);
    if (bookings.length > 0) await this.books.postAll(transaction, bookings, outboxIds.booked);
    const others = moved.filter((movement) => !isBooked(movement));
    await this.outbox.add(transaction, {
      id: outboxIds.told,
      messages: others.map(({ move, cause }) => withdrawalEvent(move.after, cause)),
      follows: others.map(({ move }) => move.before.outbox_id),
    });
    await listWithdrawals(
      transaction,
      moved.map(({ move }) => move),
    );
  }
}

const withOutboxId = (movement: Movement, outboxId: string): Movement => ({
  ...movement,
  move: { ...movement.move, after: { ...movement.move.after, outbox_id: outboxId } },
});

/** What is only handed over is still in transit. */
const isBooked = ({ move }: Movement): boolean => move.after.status !== 'processing';

function bookingOf({ move: { before, after }, cause }: Movement): Booking {
  const isPaid = after.status === 'completed';
  return {
    journal: {
      // The row's move guards it: it happens once.
      id: newId(),
      kind: isPaid ? 'withdrawal_completed' : 'withdrawal_reversal',
      referenceId: after.id,
      occurredAt: after.updated_at,
      lines: isPaid ? completionLines(after) : reversalLines(after),
    },
    receivables: [],
    cause,
    events: [withdrawalEvent(after, cause)],
    follows: [before.outbox_id],
  };
}
