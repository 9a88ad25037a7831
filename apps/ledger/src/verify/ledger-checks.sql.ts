import type { LedgerReport } from '@centavo/contracts';
import type { Sql } from '@centavo/persistence';

/** Records that an operator wants the ledger to be checked. */
export async function insertCheck(
  sql: Sql,
  check: { readonly id: string; readonly requestedBy: string },
): Promise<void> {
  await sql.query('INSERT INTO ledger_checks (id, requested_by) VALUES ($1, $2)', [check.id, check.requestedBy]);
}

/**
 * Takes over the oldest check that nobody is at, for `leaseMs` by PostgreSQL's clock.
 * @param givenUpAfterMs nobody waits for one that was asked for so long ago: it has failed again and again
 */
export async function claimCheck(sql: Sql, leaseMs: number, givenUpAfterMs: number): Promise<string | undefined> {
  const [check] = await sql.query<{ id: string }>(
    `UPDATE ledger_checks SET leased_until = now() + make_interval(secs => $1::float8 / 1000)
     WHERE id = (SELECT id FROM ledger_checks
                 WHERE finished_at IS NULL AND (leased_until IS NULL OR leased_until <= now())
                   AND requested_at > now() - make_interval(secs => $2::float8 / 1000)
                 ORDER BY requested_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id`,
    [leaseMs, givenUpAfterMs],
  );
  return check?.id;
}

/** Keeps a check for another `leaseMs`; 0 hands it back. */
export async function renewLease(sql: Sql, id: string, leaseMs: number): Promise<void> {
  await sql.query(
    `UPDATE ledger_checks SET leased_until = now() + make_interval(secs => $2::float8 / 1000)
     WHERE id = $1 AND finished_at IS NULL`,
    [id, leaseMs],
  );
}

/** Keeps what a check found. Should two instances have been at it, the first report stands. */
export async function finishCheck(sql: Sql, id: string, report: LedgerReport): Promise<void> {
  await sql.query('UPDATE ledger_checks SET finished_at = now(), report = $2 WHERE id = $1 AND finished_at IS NULL', [
    id,
    JSON.stringify(report),
  ]);
}

/** The latest check that was finished: how long ago, and how many violations it found. Their ids grow with the time. */
export async function lastCheck(
  sql: Sql,
): Promise<{ readonly ageSeconds: number; readonly violations: number } | undefined> {
  const [check] = await sql.query<{ ageSeconds: number; violations: number }>(
    `SELECT extract(epoch FROM now() - finished_at)::float8 AS "ageSeconds",
            json_array_length(report -> 'violations') AS violations
     FROM ledger_checks WHERE finished_at IS NOT NULL ORDER BY id DESC LIMIT 1`,
  );
  return check;
}
