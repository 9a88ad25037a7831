import { DomainError, type AnticipationRecord, type AnticipationTransition, type ErrorCode } from '@centavo/contracts';

/** An anticipation as the ledger keeps it. */
export interface AnticipationState extends AnticipationRecord {
  /** The latest own date of its receivables. */
  readonly last_settlement_date: Date;
  /** How many events told of it. */
  readonly sequence: number;
  /** The outbox row of the last. */
  readonly outbox_id: string;
}

/**
 * How many receivables one anticipation takes at most. All of it is one database transaction, and one journal transaction, which has room for
 * 32,767 lines; an anticipation has up to three per receivable.
 */
export const MAX_RECEIVABLES = 5_000;

/** A conflict with the status an anticipation is in: says which that is and which it would have to be. */
export function notPossible(
  code: ErrorCode,
  { status }: Pick<AnticipationRecord, 'status'>,
  { from }: AnticipationTransition,
): DomainError {
  return new DomainError(code, { message: `The anticipation is ${status}; it would have to be ${from.join(' or ')}.` });
}
