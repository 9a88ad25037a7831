import type { SubmerchantStanding } from '@centavo/contracts';
import type { Sql } from '@centavo/persistence';

/** Keeps how submerchants stand, except where something later is known: what is late or comes again changes nothing. @param standings each id once */
export async function upsertSubmerchants(sql: Sql, standings: readonly SubmerchantStanding[]): Promise<void> {
  // In one order, so that two batches with common submerchants cannot wait for each other.
  await sql.query(
    `INSERT INTO submerchants AS known (id, merchant_id, wallet_id, status, sequence)
     SELECT id, merchant_id, wallet_id, status, sequence
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::int[])
       AS heard (id, merchant_id, wallet_id, status, sequence)
     ORDER BY id
     ON CONFLICT (id) DO UPDATE SET status = excluded.status, sequence = excluded.sequence
     WHERE known.sequence < excluded.sequence`,
    [
      standings.map(({ id }) => id),
      standings.map(({ merchant_id }) => merchant_id),
      standings.map(({ wallet_id }) => wallet_id),
      standings.map(({ status }) => status),
      standings.map(({ sequence }) => sequence),
    ],
  );
}

export const selectSubmerchants = (sql: Sql, ids: readonly string[]): Promise<SubmerchantStanding[]> =>
  sql.query<SubmerchantStanding>(
    'SELECT id, merchant_id, wallet_id, status, sequence FROM submerchants WHERE id = ANY ($1::uuid[])',
    [ids],
  );
