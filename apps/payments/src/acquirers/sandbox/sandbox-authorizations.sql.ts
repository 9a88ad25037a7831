import type { Sql } from '@centavo/persistence';
import { UNHURRIED } from './unhurried.sql.js';
import type { AuthorizationResult } from '../acquirer.port.js';

export interface SandboxAttempt {
  readonly id: string;
  readonly reference: string;
  /** Centavos. */
  readonly amount: bigint;
  readonly outcome: 'approved' | 'declined' | 'error';
  readonly result: AuthorizationResult | null;
  /** Centavos that were captured in the same step. */
  readonly capturedAmount: bigint;
  /** Whether the cardholder disputes it once it is captured. */
  readonly chargesBack: boolean;
}

/** Remembers attempts, whatever came of them. */
export async function insertAttempts(sql: Sql, attempts: readonly SandboxAttempt[]): Promise<void> {
  await sql.query(
    `${UNHURRIED}
     INSERT INTO sandbox_authorizations (id, reference, amount, outcome, result, captured_amount, charges_back)
     SELECT t.* FROM unhurried,
       unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::text[], $5::json[], $6::bigint[], $7::boolean[]) AS t`,
    [
      attempts.map(({ id }) => id),
      attempts.map(({ reference }) => reference),
      attempts.map(({ amount }) => amount),
      attempts.map(({ outcome }) => outcome),
      attempts.map(({ result }) => result && JSON.stringify(result)),
      attempts.map(({ capturedAmount }) => capturedAmount),
      attempts.map(({ chargesBack }) => chargesBack),
    ],
  );
}

/** The first attempt for `reference` that ended in one of `outcomes`: what the acquirer said, or null where it erred. */
export async function findAttempt(
  sql: Sql,
  reference: string,
  outcomes: readonly SandboxAttempt['outcome'][],
): Promise<Pick<SandboxAttempt, 'result'> | undefined> {
  const [attempt] = await sql.query<Pick<SandboxAttempt, 'result'>>(
    `SELECT result
     FROM sandbox_authorizations
     WHERE reference = $1 AND outcome = ANY($2)
     ORDER BY id
     LIMIT 1`,
    [reference, outcomes],
  );
  return attempt;
}
