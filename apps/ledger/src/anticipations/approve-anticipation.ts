import { startOfDaySaoPaulo, type LocalDate } from '@centavo/brazil';
import type { AddressedMessage, MessageHeaders } from '@centavo/messaging';
import type { Transaction } from '@centavo/persistence';
import { Clock } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { Books, type Booking } from '../books/books.js';
import { anticipate } from '../receivables/receivable.domain.js';
import { advanceLines } from './advance-lines.domain.js';
import { lastDateOf, totalsOf, type Advance } from './advance.domain.js';
import { anticipationEvent } from './anticipation-event.js';
import type { AnticipationState } from './anticipation.domain.js';
import { moveAnticipation, type AnticipationMove } from './anticipations.sql.js';

/** An approval, with all that was locked and worked out for it. */
export interface Approval {
  readonly anticipation: AnticipationState;
  /** At least one; what the anticipation has as its items. */
  readonly advances: readonly Advance[];
  readonly today: LocalDate;
  readonly review?: AnticipationMove['review'];
  /** The outbox row that tells of it. */
  readonly outboxId: string;
  /** What that row has to tell before. */
  readonly toldBefore: readonly AddressedMessage[];
  readonly follows: readonly string[];
  readonly cause: MessageHeaders;
}

/** What happens when an anticipation is approved: its receivables are paid, in the transaction that moves it. */
@Injectable()
export class ApproveAnticipation {
  constructor(
    private readonly books: Books,
    private readonly clock: Clock,
  ) {}

  /**
   * @param approval of an anticipation that is pending; it and its receivables are locked
   * @returns it as it is after
   * @throws Error when it was not pending, or the wallet of a recipient is not open: a fault of ours
   */
  async execute(transaction: Transaction, approval: Approval): Promise<AnticipationState> {
    const { anticipation, advances, review, outboxId } = approval;
    const approved = await moveAnticipation(transaction, {
      id: anticipation.id,
      trigger: 'approve',
      outboxId,
      now: this.clock.now(),
      review,
      terms: { ...totalsOf(advances), last_settlement_date: lastDateOf(advances) },
    });
    if (!approved) throw new Error(`anticipation ${anticipation.id} was approved while it was ${anticipation.status}`);
    const { posted } = await this.books.post(transaction, [bookingOf(approved, approval)], outboxId);
    if (posted.size === 0) throw new Error(`anticipation ${anticipation.id} could not be booked`);
    return approved;
  }
}

/** The journal knows it by the anticipation's own id: there is no second time. */
function bookingOf(approved: AnticipationState, { advances, today, toldBefore, follows, cause }: Approval): Booking {
  const { id, updated_at: occurredAt } = approved;
  const paidOn = startOfDaySaoPaulo(today);
  return {
    journal: { id, kind: 'anticipation', referenceId: id, occurredAt, lines: advanceLines(id, advances) },
    receivables: advances.map(({ receivable }) => ({
      before: receivable,
      after: anticipate(receivable, id, paidOn),
    })),
    cause,
    events: [...toldBefore, anticipationEvent(approved, cause)],
    follows,
  };
}
