import type { LedgerViolation } from '@centavo/contracts';

/** Enough to see what happened: where more is wrong, the cause is the same or the ledger is not to be mended line by line. */
const MAX_VIOLATIONS = 100;

/** What a check has found so far; from a number on it listens no more. */
export class Violations {
  readonly found: LedgerViolation[] = [];

  /** How many more it takes. */
  get room(): number {
    return MAX_VIOLATIONS - this.found.length;
  }

  add(violations: readonly LedgerViolation[]): void {
    this.found.push(...violations.slice(0, this.room));
  }
}
