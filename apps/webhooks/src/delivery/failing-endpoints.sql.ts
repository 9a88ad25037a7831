import { MAX_COUNTED, type Sql } from '@centavo/persistence';

/** How endpoints fared in a batch of attempts; the same one may be in both. */
export interface Fared {
  readonly succeeded: readonly string[];
  readonly failed: readonly string[];
}

/**
 * Remembers since when nothing has succeeded at an endpoint, in a table that has a row for each of which that is so, and no other.
 * Several instances write it: the one that sees a success need not have seen the failures.
 * @param sql of no transaction: each statement gives up its locks, and takes them in order, so that instances do not wait for each other
 * in a circle
 * @returns those of which it has been so since `cutoff` or longer
 */
export async function noteFared(sql: Sql, { succeeded, failed }: Fared, now: Date, cutoff: Date): Promise<string[]> {
  const well = new Set(succeeded);
  if (well.size > 0) await forgetFailing(sql, [...well]);
  const failing = failed.filter((endpointId) => !well.has(endpointId));
  return failing.length > 0 ? rememberFailing(sql, failing, now, cutoff) : [];
}

async function forgetFailing(sql: Sql, endpointIds: readonly string[]): Promise<void> {
  await sql.query(
    `DELETE FROM failing_endpoints WHERE endpoint_id IN (
       SELECT endpoint_id FROM failing_endpoints WHERE endpoint_id = ANY ($1::uuid[]) ORDER BY endpoint_id FOR UPDATE)`,
    [endpointIds],
  );
}

/** Of active endpoints only: what was still under way when one was removed would else leave a row that nothing deletes. */
async function rememberFailing(sql: Sql, endpointIds: readonly string[], now: Date, cutoff: Date): Promise<string[]> {
  const rows = await sql.query<{ endpoint_id: string }>(
    `WITH newly AS (
       INSERT INTO failing_endpoints (endpoint_id, failing_since)
       SELECT id, $2 FROM postback_endpoints WHERE id = ANY ($1::uuid[]) AND status = 'active' ORDER BY id
       ON CONFLICT DO NOTHING
     )
     SELECT endpoint_id FROM failing_endpoints WHERE endpoint_id = ANY ($1::uuid[]) AND failing_since <= $3`,
    [endpointIds, now, cutoff],
  );
  return rows.map(({ endpoint_id }) => endpoint_id);
}

/** How many endpoints fail, {@link MAX_COUNTED} at most. For metrics. */
export async function countFailing(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ endpoints: number }>(
    `SELECT count(*)::int AS endpoints FROM (SELECT FROM failing_endpoints LIMIT ${MAX_COUNTED}) AS failing`,
  );
  return row!.endpoints;
}
