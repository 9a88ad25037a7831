import type { ApiKeyRecord, RecordKeyUseCommand, UpdateApiKeyDto } from '@centavo/contracts';
import type { Sql, Transaction } from '@centavo/persistence';

/** A key to be stored; `secretSha256` is all that is ever kept of its secret. */
export interface NewApiKey extends Omit<ApiKeyRecord, 'is_active' | 'last_used_at'> {
  readonly secret_sha256: Buffer;
}

const COLUMNS = 'id, merchant_id, name, public_key, is_active, allowed_ips, last_used_at, created_at';

export async function insertApiKey(transaction: Transaction, key: NewApiKey): Promise<ApiKeyRecord> {
  const [record] = await transaction.query<ApiKeyRecord>(
    `INSERT INTO api_keys (id, merchant_id, name, public_key, secret_sha256, is_active, allowed_ips, created_at)
     VALUES ($1, $2, $3, $4, $5, true, $6, $7)
     RETURNING ${COLUMNS}`,
    [key.id, key.merchant_id, key.name, key.public_key, key.secret_sha256, key.allowed_ips, key.created_at],
  );
  return record!;
}

/**
 * Changes what is named and leaves the rest.
 * @returns undefined when there is no such live key of this merchant
 */
export async function updateApiKey(
  transaction: Transaction,
  merchantId: string,
  apiKeyId: string,
  { name, is_active, allowed_ips }: UpdateApiKeyDto,
): Promise<ApiKeyRecord | undefined> {
  const [record] = await transaction.query<ApiKeyRecord>(
    `UPDATE api_keys
     SET name = coalesce($3, name), is_active = coalesce($4, is_active), allowed_ips = coalesce($5, allowed_ips)
     WHERE id = $1 AND merchant_id = $2 AND revoked_at IS NULL
     RETURNING ${COLUMNS}`,
    [apiKeyId, merchantId, name, is_active, allowed_ips],
  );
  return record;
}

/** @returns whether there was such a live key of this merchant */
export async function revokeApiKey(
  transaction: Transaction,
  merchantId: string,
  apiKeyId: string,
  now: Date,
): Promise<boolean> {
  const revoked = await transaction.query(
    `UPDATE api_keys SET revoked_at = $3 WHERE id = $1 AND merchant_id = $2 AND revoked_at IS NULL RETURNING id`,
    [apiKeyId, merchantId, now],
  );
  return revoked.length > 0;
}

export async function hasActiveKey(transaction: Transaction, merchantId: string): Promise<boolean> {
  const keys = await transaction.query(
    `SELECT FROM api_keys WHERE merchant_id = $1 AND revoked_at IS NULL AND is_active LIMIT 1`,
    [merchantId],
  );
  return keys.length > 0;
}

/**
 * Only ever moves forward. Waits for nobody who is at one of the keys, or two who came to the same ones in another order could wait for each
 * other: a change of a merchant comes to all its keys.
 * @returns false when keys were left out for that
 */
export async function recordKeyUses(sql: Sql, uses: RecordKeyUseCommand['uses']): Promise<boolean> {
  const [outcome] = await sql.query<{ is_complete: boolean }>(
    `WITH news AS MATERIALIZED (
       SELECT k.id, u.used_at FROM unnest($1::uuid[], $2::timestamptz[]) AS u (id, used_at) JOIN api_keys k ON k.id = u.id
       WHERE k.last_used_at IS NULL OR k.last_used_at < u.used_at
     ), free AS MATERIALIZED (
       SELECT k.id, news.used_at FROM news JOIN api_keys k ON k.id = news.id FOR NO KEY UPDATE OF k SKIP LOCKED
     ), recorded AS (
       UPDATE api_keys k SET last_used_at = greatest(k.last_used_at, free.used_at) FROM free WHERE k.id = free.id
     )
     SELECT (SELECT count(*) FROM free) = (SELECT count(*) FROM news) AS is_complete`,
    [uses.map(({ api_key_id }) => api_key_id), uses.map(({ used_at }) => used_at)],
  );
  return outcome!.is_complete;
}
