/** How a dispute ended, seen from the merchant. */
export type DisputeOutcome = 'won' | 'lost';

/**
 * A payer's dispute of a charge, from its chargeback to its end. It is on record beside the receivables that it holds because these cannot
 * always tell: what is all fee has nothing that could be held. A charge may be disputed again after a dispute was won.
 */
export interface Dispute {
  /** The event of the chargeback. */
  readonly id: string;
  readonly charge_id: string;
  readonly opened_at: Date;
  /** Null while it is open, like what follows. */
  readonly outcome: DisputeOutcome | null;
  /** The event that told of the end. */
  readonly ended_by: string | null;
  readonly ended_at: Date | null;
}

/** What tells of a dispute. */
interface Notice {
  readonly eventId: string;
  readonly chargeId: string;
  readonly occurredAt: Date;
}

export const openedBy = ({ eventId, chargeId, occurredAt }: Notice): Dispute => ({
  id: eventId,
  charge_id: chargeId,
  opened_at: occurredAt,
  outcome: null,
  ended_by: null,
  ended_at: null,
});

export const endedBy = (dispute: Dispute, { eventId, occurredAt }: Notice, outcome: DisputeOutcome): Dispute => ({
  ...dispute,
  outcome,
  ended_by: eventId,
  ended_at: occurredAt,
});
