import { allocate, sumOf } from './allocate.js';
import type { Centavos } from './centavos.js';
import { roundHalfUp } from './round-half-up.js';

/** A receivable that a refund may take from. */
export interface RefundableReceivable {
  readonly recipientId: string;
  /** Centavos, after earlier refunds: what is left of them. */
  readonly gross: Centavos;
  /** Centavos, at most `gross`: what is left of it. */
  readonly fee: Centavos;
  /** Not yet paid out: taken from before anticipated and settled ones. */
  readonly isPending: boolean;
  /** Sorts as text, like `2026-11-20`. */
  readonly settlesOn: string;
}

/** What a refund takes from one receivable. */
export interface RefundTake<Receivable extends RefundableReceivable> {
  readonly receivable: Receivable;
  /** Centavos, above zero. */
  readonly gross: Centavos;
  /** Centavos of `gross` that had been kept as the fee. */
  readonly fee: Centavos;
}

/**
 * Divides a refund (the ledger's postings): over the recipients in proportion to what is left of each one's gross, and from each
 * recipient's pending receivables first, the latest first, then from the others, the latest first. What is taken from a receivable takes its fee
 * along in proportion.
 * @param amount centavos, not negative, at most what is left of all gross
 * @param receivables of one charge, in any order; recipients share in the order in which they first come
 * @returns what is taken, from which; their gross adds up to the amount
 * @throws RangeError when the amount is more than is left, or negative
 */
export function refundTakes<Receivable extends RefundableReceivable>(
  amount: Centavos,
  receivables: readonly Receivable[],
): RefundTake<Receivable>[] {
  const left = sumOf(receivables.map(({ gross }) => gross));
  if (amount > left) throw new RangeError(`${amount} cannot be taken from ${left}`);
  if (amount === 0n) return [];
  const recipients = [...Map.groupBy(receivables, ({ recipientId }) => recipientId).values()];
  const shares = allocate(
    amount,
    recipients.map((own) => sumOf(own.map(({ gross }) => gross))),
  );
  return recipients.flatMap((own, index) => takeFrom(own, shares[index]!));
}

function takeFrom<Receivable extends RefundableReceivable>(
  receivables: readonly Receivable[],
  share: Centavos,
): RefundTake<Receivable>[] {
  let open = share;
  return receivables.toSorted(inTakingOrder).flatMap((receivable) => {
    const gross = open < receivable.gross ? open : receivable.gross;
    if (gross === 0n) return [];
    open -= gross;
    return [{ receivable, gross, fee: roundHalfUp(receivable.fee * gross, receivable.gross) }];
  });
}

function inTakingOrder(a: RefundableReceivable, b: RefundableReceivable): number {
  if (a.isPending !== b.isPending) return a.isPending ? -1 : 1;
  if (a.settlesOn === b.settlesOn) return 0;
  return a.settlesOn < b.settlesOn ? 1 : -1;
}
