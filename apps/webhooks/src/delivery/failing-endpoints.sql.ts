import type { Sql } from '@centavo/persistence';

/** How endpoints fared in a batch of attempts; the same one may be in both. */
export interface Fared {
  readonly succeeded: readonly string[];
  readonly failed: readonly string[];
}

/**
 * Remembers since when nothing has succeeded at an endpoint, in a table that has a row for each of which that is so, and no other.
 * Several instances write it: the one that sees a success need not have seen the failures.
 * @returns those of which it has been so since `cutoff` or longer
 */
export async function noteFared(sql: Sql, { succeeded, failed }: Fared, now: Date, cutoff: Date): Promise<string[]> {
  const rows = await sql.query<{ endpoint_id: string }>(
    `WITH well AS (
       DELETE FROM failing_endpoints WHERE endpoint_id = ANY ($1::uuid[])
     ), newly AS (
       INSERT INTO failing_endpoints (endpoint_id, failing_since)
       SELECT DISTINCT endpoint_id, $3::timestamptz FROM unnest($2::uuid[]) AS endpoint_id
       WHERE endpoint_id <> ALL ($1::uuid[]) ORDER BY endpoint_id
       ON CONFLICT DO NOTHING
     )
     SELECT endpoint_id FROM failing_endpoints
     WHERE endpoint_id = ANY ($2::uuid[]) AND endpoint_id <> ALL ($1::uuid[]) AND failing_since <= $4`,
    [[...new Set(succeeded)].toSorted(), [...new Set(failed)].toSorted(), now, cutoff],
  );
  return rows.map(({ endpoint_id }) => endpoint_id);
}
