import { newId } from '@centavo/runtime';
import type { Sql } from '@centavo/persistence';

/** Writes down that a chargeback of each of `references` is to be told in `dueInMs`. */
export async function scheduleChargebacks(sql: Sql, references: readonly string[], dueInMs: number): Promise<void> {
  await sql.query(
    `INSERT INTO sandbox_notifications (id, reference, kind, due_at)
     SELECT id, reference, 'chargeback', now() + make_interval(secs => $3::float8 / 1000)
     FROM unnest($1::uuid[], $2::uuid[]) AS t (id, reference)`,
    [references.map(() => newId()), references, dueInMs],
  );
}

export interface DueNotification {
  readonly id: string;
  readonly reference: string;
  readonly kind: 'chargeback';
  /** This one included. */
  readonly attempts: number;
}

/**
 * Takes up to `limit` due notifications. No two callers get the same one before its next attempt is due, which is after a pause that
 * doubles from `firstPauseMs` to `longestPauseMs`.
 */
export async function claimNotifications(
  sql: Sql,
  { limit, firstPauseMs, longestPauseMs }: Readonly<Record<'limit' | 'firstPauseMs' | 'longestPauseMs', number>>,
): Promise<DueNotification[]> {
  return sql.query<DueNotification>(
    `UPDATE sandbox_notifications n
     SET attempts = n.attempts + 1,
         due_at = now() + make_interval(secs => least($2::float8 * 2 ^ n.attempts, $3::float8) / 1000)
     FROM (
       SELECT id FROM sandbox_notifications
       WHERE due_at <= now()
       ORDER BY due_at
       LIMIT $1
       FOR UPDATE SKIP LOCKED
     ) due
     WHERE n.id = due.id
     RETURNING n.id, n.reference, n.kind, n.attempts`,
    [limit, firstPauseMs, longestPauseMs],
  );
}

export async function deleteNotifications(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql.query('DELETE FROM sandbox_notifications WHERE id = ANY($1)', [ids]);
}

/** Milliseconds until the next notification is due; undefined when there is none. */
export async function nextNotificationInMs(sql: Sql): Promise<number | undefined> {
  const [next] = await sql.query<{ in_ms: number }>(
    `SELECT (extract(epoch FROM due_at - now()) * 1000)::float8 AS in_ms
     FROM sandbox_notifications
     ORDER BY due_at
     LIMIT 1`,
  );
  return next?.in_ms;
}
