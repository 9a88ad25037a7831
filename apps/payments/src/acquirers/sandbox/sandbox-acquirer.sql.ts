import type { Database, Sql } from '@centavo/persistence';
import type { AuthorizationResult } from '../acquirer.port.js';

export interface SandboxAttempt {
  readonly id: string;
  readonly reference: string;
  /** Centavos. */
  readonly amount: bigint;
  readonly outcome: 'approved' | 'declined' | 'error';
  readonly result: AuthorizationResult | null;
}

/**
 * Stands for a write in the acquirer's own house, so its durability is not ours to pay for: it does not wait for the disk. What a
 * crash of PostgreSQL can undo here is an authorization that we have not recorded either; it is asked for again.
 */
export async function insertAttempts(database: Database, attempts: readonly SandboxAttempt[]): Promise<void> {
  await database.query(
    `WITH unhurried AS (SELECT set_config('synchronous_commit', 'off', true))
     INSERT INTO sandbox_authorizations (id, reference, amount, outcome, result)
     SELECT t.* FROM unhurried, unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::text[], $5::json[]) AS t`,
    [
      attempts.map(({ id }) => id),
      attempts.map(({ reference }) => reference),
      attempts.map(({ amount }) => amount),
      attempts.map(({ outcome }) => outcome),
      attempts.map(({ result }) => result && JSON.stringify(result)),
    ],
  );
}

/** The first attempt for `reference` that ended in one of `outcomes`. */
export async function findAuthorization(
  sql: Sql,
  reference: string,
  outcomes: readonly SandboxAttempt['outcome'][],
): Promise<SandboxAttempt | undefined> {
  const [attempt] = await sql.query<SandboxAttempt>(
    `SELECT id, reference, amount, outcome, result
     FROM sandbox_authorizations
     WHERE reference = $1 AND outcome = ANY($2)
     ORDER BY id
     LIMIT 1`,
    [reference, outcomes],
  );
  return attempt;
}
