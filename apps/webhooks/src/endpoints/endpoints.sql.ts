import type { PostbackEndpointRecord, PostbackEndpointStatus, UpdatePostbackEndpointDto } from '@centavo/contracts';
import type { Sql, Transaction } from '@centavo/persistence';

/** An endpoint to be stored. */
export interface NewEndpoint {
  readonly id: string;
  readonly merchantId: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly sealedSecret: Buffer;
  readonly createdAt: Date;
}

/** The columns of a {@link PostbackEndpointRecord}. */
export const ENDPOINT_COLUMNS =
  'id, merchant_id, url, events, status, disabled_reason, disabled_at, created_at, updated_at';

/** Stores an endpoint with its first secret. */
export async function insertEndpoint(sql: Sql, endpoint: NewEndpoint): Promise<PostbackEndpointRecord> {
  const [record] = await sql.query<PostbackEndpointRecord>(
    `WITH secret AS (
       INSERT INTO postback_secrets (endpoint_id, sealed_secret, created_at) VALUES ($1, $5, $6)
     )
     INSERT INTO postback_endpoints (id, merchant_id, url, events, status, created_at, updated_at)
     VALUES ($1, $2, $3, $4, 'active', $6, $6)
     RETURNING ${ENDPOINT_COLUMNS}`,
    [endpoint.id, endpoint.merchantId, endpoint.url, endpoint.events, endpoint.sealedSecret, endpoint.createdAt],
  );
  return record!;
}

export async function countEndpoints(sql: Sql, merchantId: string): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM postback_endpoints WHERE merchant_id = $1 AND deleted_at IS NULL',
    [merchantId],
  );
  return row!.count;
}

/** Locks an endpoint. @returns undefined when this merchant has no such endpoint, or not any more */
export async function lockEndpoint(
  transaction: Transaction,
  merchantId: string,
  endpointId: string,
): Promise<PostbackEndpointRecord | undefined> {
  const [record] = await transaction.query<PostbackEndpointRecord>(
    `SELECT ${ENDPOINT_COLUMNS} FROM postback_endpoints
     WHERE id = $1 AND merchant_id = $2 AND deleted_at IS NULL FOR UPDATE`,
    [endpointId, merchantId],
  );
  return record;
}

/** Changes what is named and leaves the rest. A status that a merchant sets ends what disabled the endpoint. */
export async function updateEndpoint(
  transaction: Transaction,
  endpointId: string,
  { url, events, status }: UpdatePostbackEndpointDto,
  now: Date,
): Promise<PostbackEndpointRecord> {
  const [record] = await transaction.query<PostbackEndpointRecord>(
    `UPDATE postback_endpoints
     SET url = coalesce($2, url), events = coalesce($3, events), status = coalesce($4, status), updated_at = $5,
         disabled_reason = CASE WHEN $4::text IS NULL THEN disabled_reason END,
         disabled_at = CASE WHEN $4::text IS NULL THEN disabled_at END
     WHERE id = $1
     RETURNING ${ENDPOINT_COLUMNS}`,
    [endpointId, url, events, status, now],
  );
  return record!;
}

/** Something that belongs to the endpoint has changed, but not in its row. */
export async function touchEndpoint(
  transaction: Transaction,
  endpointId: string,
  now: Date,
): Promise<PostbackEndpointRecord> {
  const [record] = await transaction.query<PostbackEndpointRecord>(
    `UPDATE postback_endpoints SET updated_at = $2 WHERE id = $1 RETURNING ${ENDPOINT_COLUMNS}`,
    [endpointId, now],
  );
  return record!;
}

/** From now on the endpoint has not failed yet. */
export async function forgetFailures(transaction: Transaction, endpointId: string): Promise<void> {
  await transaction.query('DELETE FROM failing_endpoints WHERE endpoint_id = $1', [endpointId]);
}

/** Takes an endpoint away from its merchant, and erases its secrets. The row stays for the log of what was delivered. */
export async function removeEndpoint(transaction: Transaction, endpointId: string, now: Date): Promise<void> {
  await transaction.query(
    `WITH erased AS (
       DELETE FROM postback_secrets WHERE endpoint_id = $1
     )
     UPDATE postback_endpoints
     SET deleted_at = $2, updated_at = $2, status = CASE status WHEN 'active' THEN 'inactive' ELSE status END
     WHERE id = $1`,
    [endpointId, now],
  );
}

/** Counts an event of the endpoint's own. @returns its sequence */
export async function nextSequence(transaction: Transaction, endpointId: string): Promise<number> {
  const [row] = await transaction.query<{ sequence: number }>(
    'UPDATE postback_endpoints SET sequence = sequence + 1 WHERE id = $1 RETURNING sequence',
    [endpointId],
  );
  return row!.sequence;
}

/** An endpoint with one of its secrets. */
export interface StoredEndpoint {
  readonly id: string;
  readonly merchant_id: string;
  readonly url: string;
  readonly events: string[];
  readonly status: PostbackEndpointStatus;
  readonly updated_at: Date;
  readonly sealed_secret: Buffer;
  readonly expires_at: Date | null;
}

const STORED_ENDPOINTS = `
  SELECT e.id, e.merchant_id, e.url, e.events, e.status, e.updated_at, s.sealed_secret, s.expires_at
  FROM postback_endpoints e JOIN postback_secrets s ON s.endpoint_id = e.id`;

/** The endpoints of these merchants: a row for each secret, of each endpoint the newest first. */
export const selectEndpointsOf = (sql: Sql, merchantIds: readonly string[]): Promise<StoredEndpoint[]> =>
  sql.query<StoredEndpoint>(
    `${STORED_ENDPOINTS} WHERE e.merchant_id = ANY ($1::uuid[]) AND e.deleted_at IS NULL ORDER BY e.id, s.id DESC`,
    [merchantIds],
  );

/** One endpoint: a row for each secret, the newest first. */
export const selectEndpoint = (sql: Sql, endpointId: string): Promise<StoredEndpoint[]> =>
  sql.query<StoredEndpoint>(`${STORED_ENDPOINTS} WHERE e.id = $1 ORDER BY s.id DESC`, [endpointId]);

/** The number of the last change to any endpoint. */
export async function selectDirectoryVersion(sql: Sql): Promise<bigint> {
  const [row] = await sql.query<{ version: bigint }>('SELECT version FROM directory_version');
  return row!.version;
}
