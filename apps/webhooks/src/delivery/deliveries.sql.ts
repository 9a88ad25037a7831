import { KEPT_POSTBACK_ATTEMPTS } from '@centavo/contracts';
import type { Sql } from '@centavo/persistence';
import { DUE_PRIORITIES, type DueKey } from './due-deliveries.sql.js';
import { idsAround } from './ids-around.domain.js';

/** One attempt as the delivery's log shows it, but for its number: how many there were before is the table's to say. */
export interface LoggedAttempt {
  readonly attempted_at: string;
  readonly status_code: number | null;
  readonly latency_ms: number;
  readonly error: string | null;
  readonly response_excerpt: string | null;
}

/** What became of a leased delivery. */
export interface Outcome extends DueKey {
  readonly deliveryId: string;
  readonly status: 'delivered' | 'retrying' | 'exhausted' | 'canceled';
  readonly nextAttemptAt: Date | null;
  /** Null when it was given up without trying. */
  readonly attempt: LoggedAttempt | null;
}

/** An outcome that was written. */
export interface WrittenOutcome {
  readonly delivery_id: string;
  /** Whether nothing has succeeded at its endpoint for some time; see failing_endpoints. */
  readonly is_failing: boolean;
}

/** All but the last of the `KEPT_POSTBACK_ATTEMPTS` that are kept: a delivery can be sent again as often as its merchant likes. */
const KEPT_ATTEMPTS = `jsonb_path_query_array(d.attempts, '$[last - ${KEPT_POSTBACK_ATTEMPTS - 2} to last]')`;

/** Writes outcomes and gives up the leases. An outcome whose lease was lost is not written: somebody else has the delivery. */
export async function recordOutcomes(
  sql: Sql,
  owner: string,
  outcomes: readonly Outcome[],
  now: Date,
): Promise<WrittenOutcome[]> {
  const { first, last } = idsAround(outcomes.map(({ deliveryId }) => deliveryId).toSorted());
  return sql.query<WrittenOutcome>(
    `WITH outcome AS (
       SELECT * FROM unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::timestamptz[], $8::text[], $9::timestamptz[], $10::text[])
         AS o (delivery_id, endpoint_id, resource_id, event_id, leased_until, status, next_attempt_at, attempt)
     ), ended AS (
       DELETE FROM due_deliveries due USING outcome o
       WHERE o.next_attempt_at IS NULL AND due.lease_owner = $1 AND due.available_at = o.leased_until
         AND due.endpoint_id = o.endpoint_id AND due.resource_id = o.resource_id AND due.event_id = o.event_id
       RETURNING o.delivery_id, o.status, o.next_attempt_at, o.attempt
     ), postponed AS (
       UPDATE due_deliveries due
       SET available_at = o.next_attempt_at, lease_owner = NULL, attempt_count = due.attempt_count + 1, priority = ${DUE_PRIORITIES.retry}
       FROM outcome o
       WHERE o.next_attempt_at IS NOT NULL AND due.lease_owner = $1 AND due.available_at = o.leased_until
         AND due.endpoint_id = o.endpoint_id AND due.resource_id = o.resource_id AND due.event_id = o.event_id
       RETURNING o.delivery_id, o.status, o.next_attempt_at, o.attempt
     )
     UPDATE deliveries d
     SET status = o.status,
         attempt_count = d.attempt_count + (o.attempt IS NOT NULL)::int,
         attempts = CASE WHEN o.attempt IS NULL THEN d.attempts
           ELSE ${KEPT_ATTEMPTS} || (jsonb_build_object('number', d.attempt_count + 1) || o.attempt::jsonb) END,
         next_attempt_at = o.next_attempt_at,
         delivered_at = CASE WHEN o.status = 'delivered' THEN $2::timestamptz END
     FROM (SELECT * FROM ended UNION ALL SELECT * FROM postponed) AS o
     WHERE d.id = o.delivery_id AND d.id BETWEEN $11::uuid AND $12::uuid
     RETURNING d.id AS delivery_id, EXISTS (SELECT FROM failing_endpoints f WHERE f.endpoint_id = d.endpoint_id) AS is_failing`,
    [
      owner,
      now,
      outcomes.map((outcome) => outcome.deliveryId),
      outcomes.map((outcome) => outcome.endpointId),
      outcomes.map((outcome) => outcome.resourceId),
      outcomes.map((outcome) => outcome.eventId),
      outcomes.map((outcome) => new Date(outcome.leasedUntilMs)),
      outcomes.map((outcome) => outcome.status),
      outcomes.map((outcome) => outcome.nextAttemptAt),
      outcomes.map(({ attempt }) => attempt && JSON.stringify(attempt)),
      first,
      last,
    ],
  );
}
