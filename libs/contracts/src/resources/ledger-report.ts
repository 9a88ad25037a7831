import { ApiProperty } from '@nestjs/swagger';

/** A rule of the ledger that does not hold: of what, and what was found instead. */
export class LedgerViolation {
  @ApiProperty({ example: 'account_is_the_sum_of_its_entries' }) rule!: string;
  @ApiProperty({ description: 'The transaction, account, wallet or receivable, or the position in the hash chain.' })
  subject!: string;
  @ApiProperty({ example: '1500 at version 3, entries say 1000 at 3' }) detail!: string;
}

/** What a check of the whole ledger found. */
export class LedgerReport {
  @ApiProperty({ description: 'Whether every rule holds.' }) ok!: boolean;
  @ApiProperty({ type: 'integer', description: 'How many were checked.' }) transactions!: number;
  @ApiProperty({ type: 'integer' }) entries!: number;
  @ApiProperty({ type: 'integer' }) accounts!: number;
  @ApiProperty({ type: [LedgerViolation], description: 'The first hundred.' }) violations!: LedgerViolation[];
}

/** A check that an operator asked for. */
export interface LedgerCheckRecord {
  id: string;
  requested_at: Date;
  finished_at: Date | null;
  /** Null until it is finished. */
  report: LedgerReport | null;
}
