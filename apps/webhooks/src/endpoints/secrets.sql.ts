import type { Sql, Transaction } from '@centavo/persistence';

/** A new secret for an endpoint that has one. */
export interface Rotation {
  readonly endpointId: string;
  readonly sealedSecret: Buffer;
  readonly now: Date;
  /** Until when the one before still signs. */
  readonly oldSignsUntil: Date;
  /** How many an endpoint can have at once, the new one included. */
  readonly atMost: number;
}

/**
 * Makes another secret the current one. Those that have expired are erased, and the oldest when there are too many; first, because whoever
 * else erases holds their rows and then waits for directory_version, which changes with every statement here.
 */
export async function rotateSecret(transaction: Transaction, rotation: Rotation): Promise<void> {
  const { endpointId, sealedSecret, now, oldSignsUntil, atMost } = rotation;
  await transaction.query(
    `DELETE FROM postback_secrets WHERE endpoint_id = $1 AND (expires_at <= $2 OR id NOT IN (
       SELECT id FROM postback_secrets WHERE endpoint_id = $1 ORDER BY id DESC LIMIT $3))`,
    [endpointId, now, atMost - 1],
  );
  await transaction.query('UPDATE postback_secrets SET expires_at = $2 WHERE endpoint_id = $1 AND expires_at IS NULL', [
    endpointId,
    oldSignsUntil,
  ]);
  await transaction.query('INSERT INTO postback_secrets (endpoint_id, sealed_secret, created_at) VALUES ($1, $2, $3)', [
    endpointId,
    sealedSecret,
    now,
  ]);
}

/** Erases secrets that sign nothing any more. @returns how many */
export async function eraseExpiredSecrets(sql: Sql, now: Date): Promise<number> {
  const erased = await sql.query('DELETE FROM postback_secrets WHERE expires_at <= $1 RETURNING id', [now]);
  return erased.length;
}
