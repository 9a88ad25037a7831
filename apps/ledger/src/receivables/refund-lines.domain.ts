import type { Centavos } from '@centavo/money';
import type { Line } from '../journal/accounts.domain.js';
import { postingLines, type PostingKind } from '../journal/postings.domain.js';
import { subjectOf } from './receivable-lines.domain.js';
import type { ReceivableState } from './receivable.domain.js';

/** Who gives the money back: the acquirer owes less, unless it has paid. */
const REFUND_POSTINGS = {
  pending: 'refund_of_pending',
  anticipated: 'refund_of_anticipated',
  settled: 'refund_of_settled',
} as const satisfies Partial<Record<ReceivableState['status'], PostingKind>>;

/**
 * The lines of what a refund takes from a receivable.
 * @param receivable as it is before
 * @param taken centavos: gross, and the fee that goes with it
 * @param refundId what the wallet's statement names, where the money had been paid
 * @throws Error when the receivable is suspended or canceled: nothing can be taken from it
 */
export function refundLines(
  receivable: ReceivableState,
  { gross, fee }: { readonly gross: Centavos; readonly fee: Centavos },
  refundId: string,
): Line[] {
  const { id, status, installment } = receivable;
  if (status === 'suspended' || status === 'canceled') throw new Error(`receivable ${id} is ${status}: no refund`);
  const subject = subjectOf(receivable, {
    referenceType: 'refund',
    referenceId: refundId,
    description: `Refund from installment ${installment}`,
  });
  return postingLines(REFUND_POSTINGS[status], subject, { gross, fee, net: gross - fee });
}
