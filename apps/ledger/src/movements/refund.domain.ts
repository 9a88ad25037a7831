import { refundTakes, type Centavos } from '@centavo/money';
import { refundLines } from '../receivables/refund-lines.domain.js';
import { takeFrom, type ReceivableState } from '../receivables/receivable.domain.js';
import { together, type Movement } from './movement.domain.js';

/** What was given back to a payer. */
export interface Refund {
  readonly id: string;
  readonly amount: Centavos;
}

/**
 * Takes a refund from the receivables of its charge, by the ledger's rules.
 * @param receivables all of the charge, in the order of their ids: so recipients share in the same order every time
 * @throws RangeError when less is left than is to be taken
 */
export function refundMovement({ id, amount }: Refund, receivables: readonly ReceivableState[]): Movement {
  const sources = receivables.filter(({ gross_left }) => gross_left > 0n).map(sourceOf);
  return together(
    refundTakes(amount, sources).map(({ receivable: { state }, gross, fee }) => ({
      changes: [{ before: state, after: takeFrom(state, { gross, fee }) }],
      lines: refundLines(state, { gross, fee }, id),
    })),
  );
}

const sourceOf = (state: ReceivableState) => ({
  state,
  recipientId: state.recipient_id,
  gross: state.gross_left,
  fee: state.fee_left,
  isPending: state.status === 'pending',
  // The date it had from the start: those that one anticipation paid share their date, and the latest of them still goes first.
  settlesOn: state.original_settlement_date.toISOString(),
});
