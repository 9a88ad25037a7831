import type { ApiKeyRecord } from '@centavo/contracts';
import type { Transaction } from '@centavo/persistence';

/** A key to be stored; `secretSha256` is all that is ever kept of its secret. */
export interface NewApiKey extends Omit<ApiKeyRecord, 'is_active'> {
  readonly secret_sha256: Buffer;
}

export async function insertApiKey(transaction: Transaction, key: NewApiKey): Promise<ApiKeyRecord> {
  const [record] = await transaction.query<ApiKeyRecord>(
    `INSERT INTO api_keys (id, merchant_id, name, public_key, secret_sha256, is_active, allowed_ips, created_at)
     VALUES ($1, $2, $3, $4, $5, true, $6, $7)
     RETURNING id, merchant_id, name, public_key, is_active, allowed_ips, created_at`,
    [key.id, key.merchant_id, key.name, key.public_key, key.secret_sha256, key.allowed_ips, key.created_at],
  );
  return record!;
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
