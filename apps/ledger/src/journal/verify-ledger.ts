import type { Sql } from '@centavo/persistence';
import { LEDGER_COUNTS, LEDGER_RULES } from './verify-ledger.sql.js';

/** A rule of the ledger that does not hold, for what, and what was found. */
export interface LedgerViolation {
  readonly rule: string;
  /** The id of the transaction, account or wallet. */
  readonly subject: string;
  readonly detail: string;
}

export interface LedgerReport {
  readonly ok: boolean;
  readonly transactions: number;
  readonly entries: number;
  readonly accounts: number;
  /** At most {@link MAX_VIOLATIONS}. */
  readonly violations: readonly LedgerViolation[];
}

const MAX_VIOLATIONS = 100;

/**
 * Works out every balance again from the entries and compares: transactions, accounts, wallets with their receivables, and the
 * acquirer. One statement, so one snapshot: it may run while money moves.
 */
export async function verifyLedger(sql: Sql): Promise<LedgerReport> {
  const rules = Object.entries(LEDGER_RULES).map(
    ([rule, query]) => `SELECT '${rule}' AS rule, subject::text, detail::text FROM (${query}) AS found`,
  );
  const [report] = await sql.query<Omit<LedgerReport, 'ok'>>(
    `WITH violations AS (SELECT * FROM (${rules.join(' UNION ALL ')}) AS all_rules LIMIT ${MAX_VIOLATIONS})
     SELECT ${LEDGER_COUNTS},
            (SELECT coalesce(json_agg(violations), '[]') FROM violations) AS violations`,
  );
  if (!report) throw new Error('the ledger checker answered nothing');
  return { ok: report.violations.length === 0, ...report };
}
