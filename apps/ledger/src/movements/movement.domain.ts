import type { Line } from '../journal/accounts.domain.js';
import type { ReceivableChange } from '../receivables/receivable.domain.js';

/** What something does to receivables, and the lines that book it. */
export interface Movement {
  readonly changes: readonly ReceivableChange[];
  /** None when all amounts are zero: receivables that are all fee move no money when they change hands. */
  readonly lines: readonly Line[];
}

/** Several movements as one. */
export const together = (movements: readonly Movement[]): Movement => ({
  changes: movements.flatMap(({ changes }) => changes),
  lines: movements.flatMap(({ lines }) => lines),
});
