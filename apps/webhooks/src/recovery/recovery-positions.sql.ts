import type { Transaction } from '@centavo/persistence';

/** A recovery of an endpoint, from an id on. */
export interface RecoveryStart {
  readonly endpointId: string;
  readonly sinceId: string;
}

/** After so long, what was queued by then may have failed for good again. */
const VALID_MS = 3_600_000;

/**
 * Where a recovery is to go on that did not come to its end. One that begins elsewhere begins anew, and so does one of an endpoint that has
 * changed since: what waited for it may have been canceled, or it listens to more now.
 * @returns undefined when it is to begin anew
 */
export async function findPosition(
  transaction: Transaction,
  { endpointId, sinceId }: RecoveryStart,
  now: Date,
): Promise<string | undefined> {
  const [row] = await transaction.query<{ after_id: string }>(
    `SELECT p.after_id FROM recovery_positions p JOIN postback_endpoints e ON e.id = p.endpoint_id AND e.updated_at = p.updated_at
     WHERE p.endpoint_id = $1 AND p.since_id = $2 AND p.reached_at > $3`,
    [endpointId, sinceId, new Date(now.getTime() - VALID_MS)],
  );
  return row?.after_id;
}

/** Remembers how far a recovery has come; only the endpoint's last. */
export async function keepPosition(
  transaction: Transaction,
  { endpointId, sinceId }: RecoveryStart,
  afterId: string,
  now: Date,
): Promise<void> {
  await transaction.query(
    `INSERT INTO recovery_positions (endpoint_id, since_id, after_id, updated_at, reached_at)
     SELECT id, $2, $3, updated_at, $4 FROM postback_endpoints WHERE id = $1
     ON CONFLICT (endpoint_id) DO UPDATE
     SET since_id = excluded.since_id, after_id = excluded.after_id,
         updated_at = excluded.updated_at, reached_at = excluded.reached_at`,
    [endpointId, sinceId, afterId, now],
  );
}

/** The next recovery begins anew. */
export async function forgetPosition(transaction: Transaction, endpointId: string): Promise<void> {
  await transaction.query('DELETE FROM recovery_positions WHERE endpoint_id = $1', [endpointId]);
}
