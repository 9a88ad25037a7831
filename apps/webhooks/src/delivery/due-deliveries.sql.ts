import { MAX_COUNTED, type Sql } from '@centavo/persistence';

/** The endpoints that have rows in due_deliveries, found by jumping from one to the next in the index, however many rows each has. */
const WAITING_ENDPOINTS = `
  WITH RECURSIVE waiting (endpoint_id) AS (
    (SELECT endpoint_id FROM due_deliveries ORDER BY endpoint_id LIMIT 1)
    UNION ALL
    SELECT (SELECT d.endpoint_id FROM due_deliveries d WHERE d.endpoint_id > w.endpoint_id ORDER BY d.endpoint_id LIMIT 1)
    FROM waiting w WHERE w.endpoint_id IS NOT NULL
  )`;

/** What is due is taken in this order. */
export const DUE_PRIORITIES = {
  /** The first attempt at an event that has just happened. */
  first: 0,
  /** What failed before, and what somebody asked to send again. */
  retry: 1,
  /** What a merchant recovers, thousands perhaps: it takes what the others leave. */
  recovered: 2,
} as const;
export type DuePriority = (typeof DUE_PRIORITIES)[keyof typeof DUE_PRIORITIES];

const EACH_PRIORITY = `unnest('{0,1,2}'::smallint[]) AS of_priority (value)`;

/** The condition of the index by time; see the migration. */
const USES_TIME_INDEX = `d.available_at > '-infinity'`;

/** How many deliveries an instance can take of one endpoint. */
export interface EndpointRoom {
  readonly endpointId: string;
  readonly rows: number;
}

/** What an instance can take now. */
export interface ClaimRoom {
  readonly total: number;
  readonly perEndpoint: number;
  /** Where it is less than that. */
  readonly exceptions: readonly EndpointRoom[];
}

export interface ClaimedDelivery {
  readonly delivery_id: string;
  readonly endpoint_id: string;
  readonly resource_id: string;
  readonly event_id: string;
  readonly attempt_count: number;
  readonly priority: DuePriority;
  readonly merchant_id: string;
  readonly body: string;
  readonly traceparent: string | null;
}

/**
 * Leases what is due, by priority and then oldest first, a few of every endpoint so that none waits behind another's backlog; endpoints
 * in random order for the same reason. A first attempt is passed over while one of the same resource before it is still to be made,
 * and so is what is recovered; retries keep no order.
 */
export async function claimDue(
  sql: Sql,
  room: ClaimRoom,
  lease: { readonly owner: string; readonly now: Date; readonly until: Date },
): Promise<ClaimedDelivery[]> {
  return sql.query<ClaimedDelivery>(
    `${WAITING_ENDPOINTS}, room (endpoint_id, rows) AS (
       SELECT * FROM unnest($2::uuid[], $3::int[])
     ), claimed AS (
       SELECT due.endpoint_id, due.resource_id, due.event_id
       FROM (SELECT endpoint_id, coalesce(room.rows, $4) AS rows
             FROM waiting LEFT JOIN room USING (endpoint_id) WHERE endpoint_id IS NOT NULL ORDER BY random()) endpoint
       CROSS JOIN LATERAL (
         SELECT head.* FROM ${EACH_PRIORITY} CROSS JOIN LATERAL (
           SELECT d.endpoint_id, d.resource_id, d.event_id FROM due_deliveries d
           WHERE d.endpoint_id = endpoint.endpoint_id AND d.priority = of_priority.value
             AND d.available_at <= $1 AND ${USES_TIME_INDEX}
             AND (d.priority = ${DUE_PRIORITIES.retry} OR NOT EXISTS (
               SELECT FROM due_deliveries earlier
               WHERE earlier.endpoint_id = d.endpoint_id AND earlier.resource_id = d.resource_id
                 AND earlier.event_id < d.event_id AND earlier.priority = d.priority))
           ORDER BY d.available_at, d.event_id
           LIMIT endpoint.rows
           FOR UPDATE SKIP LOCKED
         ) head
         LIMIT endpoint.rows
       ) due
       LIMIT $5
     ), leased AS (
       UPDATE due_deliveries d SET available_at = $6, lease_owner = $7
       FROM claimed c
       WHERE d.endpoint_id = c.endpoint_id AND d.resource_id = c.resource_id AND d.event_id = c.event_id
       RETURNING d.delivery_id, d.endpoint_id, d.resource_id, d.event_id, d.attempt_count, d.priority
     )
     SELECT leased.*, events.merchant_id, events.body, events.traceparent
     FROM leased JOIN events ON events.id = leased.event_id
     ORDER BY leased.event_id`,
    [
      lease.now,
      room.exceptions.map(({ endpointId }) => endpointId),
      room.exceptions.map(({ rows }) => rows),
      room.perEndpoint,
      room.total,
      lease.until,
      lease.owner,
    ],
  );
}

/** When the next delivery can be taken; null when none waits. @param withoutRoom endpoints of which nothing can be taken now */
export async function nextDueAt(sql: Sql, withoutRoom: readonly string[]): Promise<Date | null> {
  const [row] = await sql.query<{ at: Date | null }>(
    `${WAITING_ENDPOINTS}
     SELECT min(due.available_at) AS at
     FROM waiting CROSS JOIN ${EACH_PRIORITY} CROSS JOIN LATERAL (
       SELECT d.available_at FROM due_deliveries d
       WHERE d.endpoint_id = waiting.endpoint_id AND d.priority = of_priority.value AND ${USES_TIME_INDEX}
       ORDER BY d.available_at LIMIT 1
     ) due
     WHERE waiting.endpoint_id <> ALL ($1::uuid[])`,
    [withoutRoom],
  );
  return row!.at;
}

/** Of one priority: how many deliveries can be taken now, and since when the oldest of them. */
export interface DueState {
  readonly priority: DuePriority;
  readonly rows: number;
  readonly oldest_at: Date;
}

/** Of each endpoint and priority at most so many are counted. */
const MAX_COUNTED_OF_ENDPOINT = 1_000;

/** What can be taken now and is not, by priority; nothing of a priority of which there is nothing. For metrics. */
export const dueState = (sql: Sql, now: Date): Promise<DueState[]> =>
  sql.query<DueState>(
    `${WAITING_ENDPOINTS}
     SELECT of_priority.value AS priority, count(*)::int AS rows, min(due.available_at) AS oldest_at
     FROM (SELECT endpoint_id FROM waiting WHERE endpoint_id IS NOT NULL LIMIT ${MAX_COUNTED}) endpoint
     CROSS JOIN ${EACH_PRIORITY} CROSS JOIN LATERAL (
       SELECT d.available_at FROM due_deliveries d
       WHERE d.endpoint_id = endpoint.endpoint_id AND d.priority = of_priority.value
         AND d.available_at <= $1 AND ${USES_TIME_INDEX}
       ORDER BY d.available_at LIMIT ${MAX_COUNTED_OF_ENDPOINT}
     ) due
     GROUP BY of_priority.value`,
    [now],
  );

/** What names a row of due_deliveries, and one lease of it. */
export interface DueKey {
  readonly endpointId: string;
  readonly resourceId: string;
  readonly eventId: string;
  /** As it was asked for: an instance whose lease has ended may since have taken the same row again. */
  readonly leasedUntilMs: number;
}

/** Gives back leases, so that anybody can take these deliveries at once; a lease that has been followed by another is none any more. */
export async function releaseDue(sql: Sql, owner: string, keys: readonly DueKey[], now: Date): Promise<void> {
  await sql.query(
    `UPDATE due_deliveries d SET available_at = $2, lease_owner = NULL
     FROM unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::timestamptz[]) AS k (endpoint_id, resource_id, event_id, leased_until)
     WHERE d.lease_owner = $1 AND d.available_at = k.leased_until
       AND d.endpoint_id = k.endpoint_id AND d.resource_id = k.resource_id AND d.event_id = k.event_id`,
    [
      owner,
      now,
      keys.map(({ endpointId }) => endpointId),
      keys.map(({ resourceId }) => resourceId),
      keys.map(({ eventId }) => eventId),
      keys.map(({ leasedUntilMs }) => new Date(leasedUntilMs)),
    ],
  );
}
