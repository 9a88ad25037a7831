import type { Line, StatementText } from '../journal/accounts.domain.js';
import { postingLines } from '../journal/postings.domain.js';
import { subjectOf } from '../receivables/receivable-lines.domain.js';
import { netLeftOf, type ReceivableState } from '../receivables/receivable.domain.js';

/** The lines of a chargeback. @param receivable as it is before: pending, anticipated or settled */
export function holdingLines(receivable: ReceivableState): Line[] {
  const net = netLeftOf(receivable);
  if (receivable.status === 'pending') return postingLines('chargeback_of_pending', subjectOf(receivable), { net });
  const statement = statementOf(receivable, 'chargeback', 'Chargeback of');
  return postingLines('chargeback_of_paid', subjectOf(receivable, statement), { net });
}

/** The lines of a dispute that is won. @param before held @param after where it came from: pending, anticipated or settled */
export function returningLines({ held_net: net }: ReceivableState, after: ReceivableState): Line[] {
  if (after.status === 'pending') return postingLines('chargeback_won_to_pending', subjectOf(after), { net });
  const statement = statementOf(after, 'chargeback_reversal', 'Dispute won for');
  return postingLines('chargeback_won_to_available', subjectOf(after, statement), { net });
}

/** The lines of a dispute that is lost: whoever has the gross gives it back. @param receivable as it is before: suspended or settled */
export function lossLines(receivable: ReceivableState): Line[] {
  const { held_net: net, fee_left: fee, gross_left: gross, status } = receivable;
  const kind = status === 'settled' ? 'chargeback_lost_after_settlement' : 'chargeback_lost';
  return postingLines(kind, subjectOf(receivable), { net, fee, gross });
}

const statementOf = (
  { charge_id, installment }: ReceivableState,
  referenceType: 'chargeback' | 'chargeback_reversal',
  what: string,
): StatementText => ({ referenceType, referenceId: charge_id, description: `${what} installment ${installment}` });
