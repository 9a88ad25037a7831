import { RetriableError } from '@centavo/messaging';
import type { Booking } from '../books/books.js';
import type { Dispute } from '../disputes/dispute.domain.js';
import { booksAfter, movementOf, type ChargeBooks, type ChargeMovement } from './charge-books.domain.js';
import type { ToldFollowUp } from './told-follow-up.js';

/** What is to be written, and what is not and why. */
export interface Plan {
  readonly bookings: readonly Booking[];
  /** As they are in the end, in order. */
  readonly disputes: readonly Dispute[];
  /** Errors by the id of the event. */
  readonly refusals: ReadonlyMap<string, unknown>;
}

/**
 * Works out what follows a capture, each on top of the one before. Touches nothing.
 * @param told of one charge, in order, each once; none of them posted
 * @param books null while the charge is not captured
 * @param mayNotBeSkipped the ids of events whose successors wait for them; any other that does not fit falls out alone
 */
export function planCharge(
  told: readonly ToldFollowUp[],
  books: ChargeBooks | null,
  mayNotBeSkipped: ReadonlySet<string>,
): Plan {
  const bookings: Booking[] = [];
  const disputes = new Map<string, Dispute>();
  const refusals = new Map<string, unknown>();
  let current = books;
  let obstacle: unknown;
  for (const { followUp, cause } of told) {
    const { eventId, chargeId, kind } = followUp;
    if (!current) {
      refusals.set(
        eventId,
        new RetriableError(`${kind} of charge ${chargeId} waits for its turn`, { cause: obstacle }),
      );
      continue;
    }
    try {
      const movement = movementOf(followUp, current);
      bookings.push(bookingOf({ followUp, cause }, movement));
      if (movement.dispute) disputes.set(movement.dispute.id, movement.dispute);
      current = booksAfter(current, movement);
    } catch (error) {
      refusals.set(eventId, error);
      if (!mayNotBeSkipped.has(eventId)) continue;
      obstacle = error;
      current = null;
    }
  }
  return { bookings, disputes: [...disputes.values()], refusals };
}

const bookingOf = ({ followUp, cause }: ToldFollowUp, { changes, lines, dispute }: ChargeMovement): Booking => ({
  journal: {
    id: followUp.eventId,
    kind: followUp.kind,
    referenceId: followUp.chargeId,
    occurredAt: followUp.occurredAt,
    lines,
  },
  receivables: changes,
  cause,
  mayMoveNothing: dispute !== null,
});

/** Several plans as one. */
export const planOf = (plans: readonly Plan[]): Plan => ({
  bookings: plans.flatMap(({ bookings }) => bookings),
  disputes: plans.flatMap(({ disputes }) => disputes),
  refusals: new Map(plans.flatMap(({ refusals }) => [...refusals])),
});
