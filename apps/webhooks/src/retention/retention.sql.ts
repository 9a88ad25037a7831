import type { Sql } from '@centavo/persistence';
import { untilFewer } from '@centavo/runtime';

const PURGED_AT_ONCE = 1_000;

/**
 * Makes the partitions of the weeks from one time to another, all or none; those that are there already stay. What came before its week had
 * a partition moves into it.
 * @throws when somebody works with what belongs to no week: it does not wait long, because everybody else would wait behind it
 */
export async function ensurePartitions(sql: Sql, from: Date, until: Date): Promise<void> {
  await sql.query('SELECT ensure_partitions($1, $2)', [from, until]);
}

/**
 * Drops the oldest week with all that is kept of it, if it is past by then.
 * @returns whether there was such a week
 * @throws when somebody works with these tables just now: it does not wait long, because everybody else would wait behind it
 */
export async function dropOldestWeek(sql: Sql, keptSince: Date): Promise<boolean> {
  const [row] = await sql.query<{ dropped: boolean }>('SELECT drop_oldest_week($1) AS dropped', [keptSince]);
  return row!.dropped;
}

/** Deletes, in bounded steps, what no week holds that could be dropped: what came too late for its week, and what is left of one. */
export async function purgeExpired(sql: Sql, keptSince: Date): Promise<void> {
  await untilFewer(PURGED_AT_ONCE, () => deleteLateDeliveries(sql, keptSince));
  await untilFewer(PURGED_AT_ONCE, () => deleteLateEvents(sql, keptSince));
  await untilFewer(PURGED_AT_ONCE, () => deleteOrphans(sql, keptSince));
  await deleteEmptyCounts(sql, keptSince);
  await deleteRemovedEndpoints(sql, keptSince);
}

/** By the time they were stored: what is told late is kept as long as everything else. */
async function deleteLateDeliveries(sql: Sql, keptSince: Date): Promise<number> {
  const deleted = await sql.query(
    `WITH late AS (
       SELECT id, endpoint_id, resource_id, event_id FROM deliveries_elsewhen
       WHERE created_at < $1 AND id < first_uuid_at($1) LIMIT $2
     ), undue AS (
       DELETE FROM due_deliveries due USING late
       WHERE due.endpoint_id = late.endpoint_id AND due.resource_id = late.resource_id AND due.event_id = late.event_id
     )
     DELETE FROM deliveries d USING late WHERE d.id = late.id AND d.id < first_uuid_at($1) RETURNING d.id`,
    [keptSince, PURGED_AT_ONCE],
  );
  return deleted.length;
}

/** Not while somebody is still to be told of them: a recovery may have found them on their last day. */
async function deleteLateEvents(sql: Sql, keptSince: Date): Promise<number> {
  const deleted = await sql.query(
    `DELETE FROM events_elsewhen WHERE id IN (
       SELECT id FROM events_elsewhen late
       WHERE created_at < $1 AND id < first_uuid_at($1) AND NOT EXISTS (
         SELECT FROM postback_endpoints e JOIN due_deliveries due ON due.endpoint_id = e.id
         WHERE e.merchant_id = late.merchant_id AND e.deleted_at IS NULL
           AND due.resource_id = late.resource_id AND due.event_id = late.id)
       LIMIT $2
     ) RETURNING id`,
    [keptSince, PURGED_AT_ONCE],
  );
  return deleted.length;
}

/** What still waited for its event to be told when the event's week was dropped; if its delivery is still there, it was canceled. */
async function deleteOrphans(sql: Sql, keptSince: Date): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `WITH orphan AS (
       SELECT endpoint_id, resource_id, event_id FROM due_deliveries d
       WHERE event_id < first_uuid_at($1) AND NOT EXISTS (SELECT FROM events WHERE events.id = d.event_id) LIMIT $2
     ), undue AS (
       DELETE FROM due_deliveries due USING orphan
       WHERE due.endpoint_id = orphan.endpoint_id AND due.resource_id = orphan.resource_id AND due.event_id = orphan.event_id
       RETURNING due.delivery_id
     ), canceled AS (
       UPDATE deliveries d SET status = 'canceled', next_attempt_at = NULL FROM undue
       WHERE d.id = undue.delivery_id AND d.id < first_uuid_at($1)
     )
     SELECT count(*)::int AS count FROM undue`,
    [keptSince, PURGED_AT_ONCE],
  );
  return row!.count;
}

/** Of weeks that have no partition; those of others go with them. */
async function deleteEmptyCounts(sql: Sql, keptSince: Date): Promise<void> {
  await sql.query(
    `DELETE FROM delivery_counts_elsewhen WHERE count = 0 AND week < ($1::timestamptz AT TIME ZONE 'UTC')::date`,
    [keptSince],
  );
}

/** An endpoint that was removed is kept for the log of its deliveries. */
async function deleteRemovedEndpoints(sql: Sql, keptSince: Date): Promise<void> {
  await sql.query(
    `DELETE FROM postback_endpoints e
     WHERE e.deleted_at < $1
       AND NOT EXISTS (SELECT FROM delivery_listings l WHERE l.endpoint_id = e.id)
       AND NOT EXISTS (SELECT FROM due_deliveries d WHERE d.endpoint_id = e.id)`,
    [keptSince],
  );
}
