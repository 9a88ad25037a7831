import type { Line, StatementText } from '../journal/accounts.domain.js';
import { postingLines, type PostingSubject } from '../journal/postings.domain.js';
import { netLeftOf, type ReceivableState } from './receivable.domain.js';

/** Whose wallet a posting about a receivable is for. */
export const subjectOf = (
  { id, recipient_id }: Pick<ReceivableState, 'id' | 'recipient_id'>,
  statement?: StatementText,
): PostingSubject => ({ ownerId: recipient_id, receivableId: id, ...(statement && { statement }) });

/** The lines of a capture. */
export const captureLines = (receivable: ReceivableState): Line[] =>
  postingLines('capture', subjectOf(receivable), {
    gross: receivable.gross_amount,
    net: receivable.net_amount,
    fee: receivable.fee_amount,
  });

/** The lines of a settlement. @param receivable as it is before: pending or anticipated */
export function settlementLines(receivable: ReceivableState): Line[] {
  const { status, charge_id, installment, gross_left: gross } = receivable;
  if (status === 'anticipated') return postingLines('settlement_of_anticipated', subjectOf(receivable), { gross });
  const statement: StatementText = {
    referenceType: 'charge',
    referenceId: charge_id,
    description: `Settlement of installment ${installment}`,
  };
  return postingLines('settlement', subjectOf(receivable, statement), { gross, net: netLeftOf(receivable) });
}
