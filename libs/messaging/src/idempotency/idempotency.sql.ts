import type { Answer } from '@centavo/contracts';
import type { Sql } from '@centavo/persistence';

export interface IdempotencyClaim {
  readonly keyHash: string;
  readonly merchantId: string;
  readonly fingerprint: string;
}

export interface IdempotencyRow extends IdempotencyClaim {
  readonly answer: Answer;
}

/**
 * Claims keys. Waits for another transaction that is claiming one of them.
 * @param rows sorted by key, so that two batches cannot wait for each other
 * @returns the keys that were free
 */
export async function insertKeys(sql: Sql, rows: readonly IdempotencyRow[]): Promise<Set<string>> {
  const inserted = await sql.query<{ key_hash: string }>(
    `INSERT INTO idempotency_keys (key_hash, merchant_id, fingerprint, answer)
     SELECT * FROM unnest($1::text[], $2::uuid[], $3::text[], $4::text[])
     ON CONFLICT DO NOTHING
     RETURNING key_hash`,
    [
      rows.map(({ keyHash }) => keyHash),
      rows.map(({ merchantId }) => merchantId),
      rows.map(({ fingerprint }) => fingerprint),
      rows.map(({ answer }) => JSON.stringify(answer)),
    ],
  );
  return new Set(inserted.map(({ key_hash }) => key_hash));
}

/**
 * Claims one key, whose answer is worked out and kept in the same transaction. Does not wait for another transaction that is at it, as
 * long as that one claimed it here too.
 * @returns false when the key is taken or just being taken
 */
export async function claimKey(sql: Sql, { keyHash, merchantId, fingerprint }: IdempotencyClaim): Promise<boolean> {
  const inserted = await sql.query(
    `INSERT INTO idempotency_keys (key_hash, merchant_id, fingerprint)
     SELECT $1, $2, $3
     WHERE pg_try_advisory_xact_lock(hashtextextended(current_schema() || '.idempotency_keys.' || $1::text, 0))
     ON CONFLICT DO NOTHING
     RETURNING 1`,
    [keyHash, merchantId, fingerprint],
  );
  return inserted.length > 0;
}

/**
 * Claims keys whose answers are worked out and kept in the same transaction. Waits for another transaction that is at one of them.
 * @param rows sorted by key, each once
 * @returns the keys that were free
 */
export async function claimKeys(sql: Sql, rows: readonly IdempotencyClaim[]): Promise<Set<string>> {
  const inserted = await sql.query<{ key_hash: string }>(
    `INSERT INTO idempotency_keys (key_hash, merchant_id, fingerprint)
     SELECT * FROM unnest($1::text[], $2::uuid[], $3::text[])
     ON CONFLICT DO NOTHING
     RETURNING key_hash`,
    [
      rows.map(({ keyHash }) => keyHash),
      rows.map(({ merchantId }) => merchantId),
      rows.map(({ fingerprint }) => fingerprint),
    ],
  );
  return new Set(inserted.map(({ key_hash }) => key_hash));
}

/** What was kept for keys, by key. */
export async function keptAnswers(
  sql: Sql,
  keyHashes: readonly string[],
): Promise<Map<string, { fingerprint: string; answer: Answer }>> {
  const rows = await sql.query<{ key_hash: string; fingerprint: string; answer: string }>(
    `SELECT key_hash, fingerprint, answer FROM idempotency_keys WHERE key_hash = ANY ($1::text[])`,
    [keyHashes],
  );
  return new Map(
    rows.map(({ key_hash, fingerprint, answer }) => [key_hash, { fingerprint, answer: JSON.parse(answer) as Answer }]),
  );
}

/** Keeps the answers under keys that the transaction has claimed. */
export async function keepAnswers(
  sql: Sql,
  answers: readonly { readonly keyHash: string; readonly answer: Answer }[],
): Promise<void> {
  await sql.query(
    `UPDATE idempotency_keys k SET answer = kept.answer
     FROM unnest($1::text[], $2::text[]) AS kept (key_hash, answer)
     WHERE k.key_hash = kept.key_hash`,
    [answers.map(({ keyHash }) => keyHash), answers.map(({ answer }) => JSON.stringify(answer))],
  );
}

/** Gives back keys that the transaction has claimed. */
export async function releaseKeys(sql: Sql, keyHashes: readonly string[]): Promise<void> {
  await sql.query('DELETE FROM idempotency_keys WHERE key_hash = ANY ($1::text[])', [keyHashes]);
}

/** @returns how many keys were forgotten, at most `limit` */
export async function deleteKeysOlderThan(sql: Sql, hours: number, limit: number): Promise<number> {
  const rows = await sql.query(
    `DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM idempotency_keys WHERE created_at < now() - make_interval(hours => $1)
       ORDER BY created_at LIMIT $2))
     RETURNING 1`,
    [hours, limit],
  );
  return rows.length;
}
