import type { Transaction } from '@centavo/persistence';
import { idsAround } from '../delivery/ids-around.domain.js';
import { DUE_PRIORITIES } from '../delivery/due-deliveries.sql.js';

/** Who is to get what. */
export interface Recovery {
  readonly endpointId: string;
  readonly merchantId: string;
  /** What the endpoint listens to now. */
  readonly kinds: readonly string[];
}

/** An event that has not reached the endpoint, though it was tried or never even queued. */
export interface MissedEvent {
  readonly id: string;
  readonly event: string;
  readonly resource_id: string;
  readonly delivery_id: string;
  readonly is_new: boolean;
}

/** Some events in their order, and those of them that were missed. */
export interface Look {
  readonly missed: readonly MissedEvent[];
  /** How many were looked at, and where to go on. */
  readonly looked: number;
  readonly lastId: string;
}

/** What became of missed events. */
export interface QueuedStep {
  readonly queued: number;
  /** Whether some were left alone because they are being attempted just now, perhaps for the last time. */
  readonly is_left: boolean;
}

/** Where the events from a moment on begin: before the first id that they can have. No id is older than 1970. */
export async function idBefore(transaction: Transaction, since: Date): Promise<string> {
  const time = new Date(Math.max(since.getTime(), 0));
  const [row] = await transaction.query<{ id: string }>('SELECT first_uuid_at($1) AS id', [time]);
  return row!.id;
}

/**
 * Looks at a merchant's next events of some kinds. The delivery of each is found by its id, one after the other: without a look at others,
 * in whatever week they are.
 * @param after the id after which to begin
 */
export async function lookForMissed(
  transaction: Transaction,
  { endpointId, merchantId, kinds }: Recovery,
  after: string,
  limit: number,
): Promise<Look> {
  const rows = await transaction.query<MissedEvent & { looked: number; last_id: string | null }>(
    `WITH next AS MATERIALIZED (
       SELECT id, delivery_id_of(id, $1) AS delivery_id FROM events
       WHERE merchant_id = $2 AND event = ANY ($3::text[]) AND id > $4 ORDER BY id LIMIT $5
     ), missed AS (
       SELECT e.id, e.event, e.resource_id, next.delivery_id, d.status IS NULL AS is_new
       FROM next
       LEFT JOIN LATERAL (SELECT status FROM deliveries WHERE deliveries.id = next.delivery_id LIMIT 1) d ON true
       CROSS JOIN LATERAL (SELECT id, event, resource_id FROM events WHERE events.id = next.id LIMIT 1) e
       WHERE d.status IS NULL OR d.status IN ('retrying', 'exhausted', 'canceled')
     )
     SELECT looked.*, missed.*
     FROM (SELECT count(*)::int AS looked, (array_agg(id ORDER BY id DESC))[1] AS last_id FROM next) looked
     LEFT JOIN missed ON true
     ORDER BY missed.id`,
    [endpointId, merchantId, kinds, after, limit],
  );
  const { looked, last_id } = rows[0]!;
  return { missed: rows.filter(({ id }) => id !== null), looked, lastId: last_id ?? after };
}

/**
 * Queues missed events. What is about to be tried again is brought forward, unless somebody is at it just now; nothing here ever waits for
 * those who deliver, and new deliveries are made in the order in which the fan-out makes them.
 * @param missed in order
 */
export async function queueMissed(
  transaction: Transaction,
  { endpointId, merchantId }: Recovery,
  missed: readonly MissedEvent[],
  now: Date,
): Promise<QueuedStep> {
  const { first, last } = idsAround(missed.map(({ delivery_id }) => delivery_id).toSorted());
  const [row] = await transaction.query<QueuedStep>(
    `WITH missed AS MATERIALIZED (
       SELECT * FROM unnest($4::uuid[], $5::text[], $6::uuid[], $7::uuid[], $8::boolean[])
         AS m (event_id, event, resource_id, delivery_id, is_new)
     ), waiting AS (
       SELECT due.resource_id, due.event_id
       FROM missed JOIN due_deliveries due
         ON due.endpoint_id = $1 AND due.resource_id = missed.resource_id AND due.event_id = missed.event_id
       WHERE due.attempt_count > 0 AND (due.lease_owner IS NULL OR due.available_at <= $3)
       FOR UPDATE OF due SKIP LOCKED
     ), forwarded AS (
       UPDATE due_deliveries due
       SET available_at = $3, attempt_count = 0, priority = ${DUE_PRIORITIES.recovered}, lease_owner = NULL
       FROM waiting
       WHERE due.endpoint_id = $1 AND due.resource_id = waiting.resource_id AND due.event_id = waiting.event_id
       RETURNING due.delivery_id
     ), again AS (
       UPDATE deliveries d SET status = 'pending', next_attempt_at = $3, delivered_at = NULL
       FROM missed
       WHERE d.id = missed.delivery_id AND d.id BETWEEN $9 AND $10
         AND (d.status IN ('exhausted', 'canceled') OR d.id IN (SELECT delivery_id FROM forwarded))
       RETURNING d.id
     ), fresh AS (
       INSERT INTO deliveries (id, endpoint_id, merchant_id, event_id, event, resource_id, status, next_attempt_at, created_at)
       SELECT delivery_id, $1, $2, event_id, event, resource_id, 'pending', $3, $3
       FROM missed WHERE is_new ORDER BY event_id
       ON CONFLICT DO NOTHING
       RETURNING id
     ), queued AS (
       SELECT id FROM again UNION ALL SELECT id FROM fresh
     ), due AS (
       INSERT INTO due_deliveries (endpoint_id, resource_id, event_id, event, delivery_id, available_at, priority)
       SELECT $1, resource_id, event_id, event, delivery_id, $3, ${DUE_PRIORITIES.recovered}
       FROM missed JOIN queued ON queued.id = missed.delivery_id
       ON CONFLICT DO NOTHING
     )
     SELECT (SELECT count(*)::int FROM queued) AS queued, EXISTS (
       SELECT FROM missed JOIN due_deliveries due
         ON due.endpoint_id = $1 AND due.resource_id = missed.resource_id AND due.event_id = missed.event_id
       WHERE due.attempt_count > 0 AND NOT EXISTS (SELECT FROM waiting WHERE waiting.event_id = missed.event_id)
     ) AS is_left`,
    [
      endpointId,
      merchantId,
      now,
      missed.map(({ id }) => id),
      missed.map(({ event }) => event),
      missed.map(({ resource_id }) => resource_id),
      missed.map(({ delivery_id }) => delivery_id),
      missed.map(({ is_new }) => is_new),
      first,
      last,
    ],
  );
  return row!;
}
