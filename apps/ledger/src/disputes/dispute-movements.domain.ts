import { together, type Movement } from '../movements/movement.domain.js';
import { giveBack, holdBack, writeOff, type ReceivableState } from '../receivables/receivable.domain.js';
import { holdingLines, lossLines, returningLines } from './dispute-lines.domain.js';

/**
 * A chargeback holds what is left of a charge's receivables.
 * @throws Error when nothing is left
 */
export function holdingMovement(receivables: readonly ReceivableState[]): Movement {
  const left = receivables.filter(hasSomethingLeft);
  if (left.length === 0) throw new Error('a chargeback of a charge of which nothing is left');
  return together(
    left.map((before) => ({ changes: [{ before, after: holdBack(before) }], lines: holdingLines(before) })),
  );
}

/** A dispute is won: what is held goes back to where it came from. */
export const returningMovement = (receivables: readonly ReceivableState[]): Movement =>
  together(
    receivables.filter(hasSomethingLeft).map((before) => {
      const after = giveBack(before);
      return { changes: [{ before, after }], lines: returningLines(before, after) };
    }),
  );

/** A dispute is lost: what is held is gone, and the fee of it. */
export const lossMovement = (receivables: readonly ReceivableState[]): Movement =>
  together(
    receivables
      .filter(hasSomethingLeft)
      .map((before) => ({ changes: [{ before, after: writeOff(before) }], lines: lossLines(before) })),
  );

/** While a dispute is open nothing else happens to a charge, so what its chargeback held is what still has something left. */
const hasSomethingLeft = ({ gross_left }: ReceivableState): boolean => gross_left > 0n;
