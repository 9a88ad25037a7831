import type { Sql } from '@centavo/persistence';
import { DUE_PRIORITIES } from '../delivery/due-deliveries.sql.js';

/** An event as it is kept for its deliveries. */
export interface StoredEvent {
  readonly id: string;
  readonly merchantId: string;
  readonly event: string;
  readonly resourceId: string;
  /** The exact bytes to sign and send. */
  readonly body: string;
  /** Of the sampled trace that it belongs to, so that attempts at any time do too; null without one. */
  readonly traceparent: string | null;
}

/** One event for one endpoint. */
export interface PlannedDelivery {
  readonly id: string;
  readonly endpointId: string;
  readonly event: StoredEvent;
  /** Whether this instance has room to send it from memory. */
  readonly here: boolean;
}

/** The outcome for a delivery that was new. */
export interface InsertedDelivery {
  readonly delivery_id: string;
  /** Leased to this instance, which has to send it; otherwise it is left to the table. */
  readonly is_leased: boolean;
}

/** On whose behalf deliveries are leased. */
export interface StoringLease {
  readonly owner: string;
  readonly now: Date;
  readonly until: Date;
  /** Deliveries of these resources that the owner has leased and knows of. */
  readonly inHand: readonly string[];
}

/**
 * Stores events and their deliveries, all in one statement and so in one transaction; what was stored before is passed over.
 * A delivery is not leased while the table holds an earlier one of the same endpoint and resource that was never attempted and is
 * not in this instance's hands: it would arrive before it.
 * @returns the deliveries that are new
 */
export function insertDeliveries(
  sql: Sql,
  events: readonly StoredEvent[],
  deliveries: readonly PlannedDelivery[],
  lease: StoringLease,
): Promise<InsertedDelivery[]> {
  return sql.query<InsertedDelivery>(
    `WITH event AS (
       INSERT INTO events (id, merchant_id, event, resource_id, body, traceparent, created_at)
       SELECT *, $2::timestamptz FROM unnest($4::uuid[], $5::uuid[], $6::text[], $7::uuid[], $8::text[], $16::text[])
       ON CONFLICT DO NOTHING
     ), planned AS (
       SELECT * FROM unnest($9::uuid[], $10::uuid[], $11::uuid[], $12::uuid[], $13::text[], $14::uuid[], $15::boolean[])
         AS p (delivery_id, endpoint_id, merchant_id, event_id, event, resource_id, here)
     ), fresh AS (
       INSERT INTO deliveries (id, endpoint_id, merchant_id, event_id, event, resource_id, status, next_attempt_at, created_at)
       SELECT delivery_id, endpoint_id, merchant_id, event_id, event, resource_id, 'pending', $2, $2 FROM planned
       -- In the order of a recovery, which may be making the same: else each could wait for the other.
       ORDER BY event_id, delivery_id
       ON CONFLICT DO NOTHING
       RETURNING id
     )
     INSERT INTO due_deliveries (endpoint_id, resource_id, event_id, event, delivery_id, available_at, lease_owner)
     SELECT endpoint_id, resource_id, event_id, event, delivery_id,
            CASE WHEN leased THEN $3::timestamptz ELSE $2 END, CASE WHEN leased THEN $1::uuid END
     FROM (
       SELECT planned.*, here AND NOT EXISTS (
         SELECT FROM due_deliveries earlier
         WHERE earlier.endpoint_id = planned.endpoint_id AND earlier.resource_id = planned.resource_id
           AND earlier.priority = ${DUE_PRIORITIES.first}
           AND (earlier.lease_owner IS DISTINCT FROM $1 OR earlier.delivery_id <> ALL ($17::uuid[]))
       ) AS leased
       FROM planned JOIN fresh ON fresh.id = planned.delivery_id
     ) due
     RETURNING delivery_id, lease_owner IS NOT NULL AS is_leased`,
    [
      lease.owner,
      lease.now,
      lease.until,
      events.map((event) => event.id),
      events.map((event) => event.merchantId),
      events.map((event) => event.event),
      events.map((event) => event.resourceId),
      events.map((event) => event.body),
      deliveries.map((delivery) => delivery.id),
      deliveries.map((delivery) => delivery.endpointId),
      deliveries.map(({ event }) => event.merchantId),
      deliveries.map(({ event }) => event.id),
      deliveries.map(({ event }) => event.event),
      deliveries.map(({ event }) => event.resourceId),
      deliveries.map((delivery) => delivery.here),
      events.map((event) => event.traceparent),
      lease.inHand,
    ],
  );
}
