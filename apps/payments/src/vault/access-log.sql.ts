import type { Sql } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import type { SealedCard } from './card-cipher.js';

/** One use of a card: who, why, which. Never anything that is on the card. */
export interface Access {
  readonly token: string;
  readonly merchantId: string;
  /** Who: the API key that sent the card, or the instance that charges it. */
  readonly actor: string;
  /** What for: a request or a charge. */
  readonly reason: string;
}

/** Puts tokenizations on record: of new cards (`tokenize`), and of those that were there already (`recognize`). */
export async function logTokenizations(
  sql: Sql,
  accesses: readonly (Access & { readonly action: 'tokenize' | 'recognize' })[],
): Promise<void> {
  await sql.query(
    `INSERT INTO access_log (id, action, token, merchant_id, actor, reason)
     SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::text[], $6::text[])`,
    [
      accesses.map(() => newId()),
      accesses.map(({ action }) => action),
      accesses.map(({ token }) => token),
      accesses.map(({ merchantId }) => merchantId),
      accesses.map(({ actor }) => actor),
      accesses.map(({ reason }) => reason),
    ],
  );
}

/** Gives out sealed cards and puts that on record, in one statement: without the record there is no card. */
export async function takeSealedCards(
  sql: Sql,
  accesses: readonly Omit<Access, 'merchantId'>[],
): Promise<ReadonlyMap<string, SealedCard>> {
  const rows = await sql.query<{ token: string; sealed: Buffer; data_key: Buffer; wrapping_kid: string }>(
    `WITH asked AS (
       SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) AS a (id, token, actor, reason)
     ), logged AS (
       INSERT INTO access_log (id, action, token, merchant_id, actor, reason)
       SELECT a.id, 'reveal', c.token, c.merchant_id, a.actor, a.reason FROM asked a JOIN cards c USING (token)
     )
     SELECT DISTINCT ON (c.token) c.token, c.sealed, c.data_key, c.wrapping_kid FROM asked a JOIN cards c USING (token)`,
    [
      accesses.map(() => newId()),
      accesses.map(({ token }) => token),
      accesses.map(({ actor }) => actor),
      accesses.map(({ reason }) => reason),
    ],
  );
  return new Map(
    rows.map((row) => [row.token, { sealed: row.sealed, dataKey: { kid: row.wrapping_kid, wrapped: row.data_key } }]),
  );
}
