import { holdingMovement, lossMovement, returningMovement } from '../disputes/dispute-movements.domain.js';
import { endedBy, openedBy, type Dispute } from '../disputes/dispute.domain.js';
import type { ReceivableState } from '../receivables/receivable.domain.js';
import type { FollowUp } from './follow-up.domain.js';
import type { Movement } from './movement.domain.js';
import { refundMovement } from './refund.domain.js';

/** A captured charge as the ledger has it. */
export interface ChargeBooks {
  /** In the order of their ids. */
  readonly receivables: readonly ReceivableState[];
  readonly openDispute: Dispute | null;
}

/** A movement of a charge, and what it makes of a dispute. */
export interface ChargeMovement extends Movement {
  /** As it is afterwards; null when the movement is of none. */
  readonly dispute: Dispute | null;
}

/**
 * Works out what follows a capture. Touches nothing.
 * @throws Error when it does not fit the charge as it is: an event before it is missing
 * @throws RangeError when a refund takes more than is left
 */
export function movementOf(followUp: FollowUp, { receivables, openDispute }: ChargeBooks): ChargeMovement {
  const { kind, chargeId } = followUp;
  const isAboutOpenDispute = kind === 'chargeback_won' || kind === 'chargeback_lost';
  if (isAboutOpenDispute !== (openDispute !== null)) {
    throw new Error(`${kind} of charge ${chargeId}, ${openDispute ? 'which is disputed' : 'which nobody disputes'}`);
  }
  switch (kind) {
    case 'refund':
      return { ...refundMovement(followUp.refund, receivables), dispute: null };
    case 'chargeback':
      return { ...holdingMovement(receivables), dispute: openedBy(followUp) };
    case 'chargeback_won':
      return { ...returningMovement(receivables), dispute: endedBy(openDispute!, followUp, 'won') };
    case 'chargeback_lost':
      return { ...lossMovement(receivables), dispute: endedBy(openDispute!, followUp, 'lost') };
  }
}

/** The charge after a movement. */
export function booksAfter({ receivables, openDispute }: ChargeBooks, movement: ChargeMovement): ChargeBooks {
  const changed = new Map(movement.changes.map(({ after }) => [after.id, after]));
  const { dispute } = movement;
  return {
    receivables: receivables.map((receivable) => changed.get(receivable.id) ?? receivable),
    openDispute: dispute ? (dispute.outcome ? null : dispute) : openDispute,
  };
}
