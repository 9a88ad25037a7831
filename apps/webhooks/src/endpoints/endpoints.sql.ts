import type { PostbackEndpointRecord, PostbackEndpointStatus } from '@centavo/contracts';
import type { Sql } from '@centavo/persistence';

/** An endpoint to be stored. */
export interface NewEndpoint {
  readonly id: string;
  readonly merchantId: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly sealedSecret: Buffer;
  readonly createdAt: Date;
}

export async function insertEndpoint(sql: Sql, endpoint: NewEndpoint): Promise<PostbackEndpointRecord> {
  const [record] = await sql.query<PostbackEndpointRecord>(
    `INSERT INTO postback_endpoints (id, merchant_id, url, events, status, sealed_secret, created_at, updated_at)
     VALUES ($1, $2, $3, $4, 'active', $5, $6, $6)
     RETURNING id, merchant_id, url, events, status, created_at, updated_at`,
    [endpoint.id, endpoint.merchantId, endpoint.url, endpoint.events, endpoint.sealedSecret, endpoint.createdAt],
  );
  return record!;
}

export interface StoredEndpoint {
  readonly id: string;
  readonly merchant_id: string;
  readonly url: string;
  readonly events: string[];
  readonly status: PostbackEndpointStatus;
  readonly sealed_secret: Buffer;
}

export const selectEndpoints = (sql: Sql, merchantIds: readonly string[]): Promise<StoredEndpoint[]> =>
  sql.query<StoredEndpoint>(
    `SELECT id, merchant_id, url, events, status, sealed_secret
     FROM postback_endpoints WHERE merchant_id = ANY ($1::uuid[]) ORDER BY id`,
    [merchantIds],
  );

/** The number of the last change to any endpoint. */
export async function selectDirectoryVersion(sql: Sql): Promise<bigint> {
  const [row] = await sql.query<{ version: bigint }>('SELECT version FROM directory_version');
  return row!.version;
}

/** Disables an endpoint, if it is not yet, and cancels all that was still to be delivered to it. @returns how many that were */
export async function disableEndpoint(sql: Sql, endpointId: string, reason: string, at: Date): Promise<number> {
  const canceled = await sql.query(
    `WITH endpoint AS (
       UPDATE postback_endpoints SET status = 'disabled', disabled_reason = $2, disabled_at = $3, updated_at = $3
       WHERE id = $1 AND status <> 'disabled'
     ), dropped AS (
       DELETE FROM due_deliveries WHERE endpoint_id = $1 RETURNING delivery_id
     )
     UPDATE deliveries SET status = 'canceled', next_attempt_at = NULL
     FROM dropped WHERE deliveries.id = dropped.delivery_id
     RETURNING deliveries.id`,
    [endpointId, reason, at],
  );
  return canceled.length;
}
