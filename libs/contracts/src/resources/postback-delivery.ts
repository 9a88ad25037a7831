import { ApiProperty } from '@nestjs/swagger';
import { POSTBACK_DELIVERY_STATUSES, type PostbackDeliveryStatus } from '../states/postback-delivery.states.js';

/** One attempt at a delivery. It has a status or an error. */
export class PostbackAttempt {
  @ApiProperty({ type: 'integer', description: 'From 1, counted over all resends.' }) number!: number;
  @ApiProperty({ format: 'date-time' }) attempted_at!: string;
  @ApiProperty({ type: 'integer', nullable: true, example: 503 }) status_code!: number | null;
  @ApiProperty({ type: 'integer', description: 'Until the status of the answer was there, in milliseconds.' })
  latency_ms!: number;
  @ApiProperty({ nullable: true, type: String, example: 'timeout: no answer in 15000 ms' }) error!: string | null;
  @ApiProperty({ nullable: true, type: String, description: 'The first kilobyte of the answer.' })
  response_excerpt!: string | null;
}

/** How many attempts at a delivery its log keeps. */
export const KEPT_POSTBACK_ATTEMPTS = 50;

/** One event on its way to one endpoint. */
export class PostbackDelivery {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) endpoint_id!: string;
  @ApiProperty({ example: 'charge.captured' }) event!: string;
  @ApiProperty({ format: 'uuid', description: "The payload's `id`, and the header `webhook-id`." }) event_id!: string;
  @ApiProperty({ format: 'uuid', description: 'What the event is about.' }) resource_id!: string;
  @ApiProperty({ enum: POSTBACK_DELIVERY_STATUSES }) status!: PostbackDeliveryStatus;
  @ApiProperty({ type: 'integer' }) attempt_count!: number;
  @ApiProperty({ format: 'date-time', nullable: true, type: String }) next_attempt_at!: string | null;
  @ApiProperty({ format: 'date-time', nullable: true, type: String }) delivered_at!: string | null;
  @ApiProperty({ format: 'date-time', description: 'When its event occurred.' }) created_at!: string;
  @ApiProperty({ type: [PostbackAttempt], description: `The last ${KEPT_POSTBACK_ATTEMPTS}, oldest first.` })
  attempts!: PostbackAttempt[];
}

export interface PostbackDeliveryRecord {
  id: string;
  merchant_id: string;
  endpoint_id: string;
  event: string;
  event_id: string;
  resource_id: string;
  status: PostbackDeliveryStatus;
  attempt_count: number;
  next_attempt_at: Date | null;
  delivered_at: Date | null;
  created_at: Date;
  attempts: PostbackAttempt[];
}

/** In the order in which it is documented: PostgreSQL keeps the fields in its own. */
const presentAttempt = (attempt: PostbackAttempt): PostbackAttempt => ({
  number: attempt.number,
  attempted_at: attempt.attempted_at,
  status_code: attempt.status_code,
  latency_ms: attempt.latency_ms,
  error: attempt.error,
  response_excerpt: attempt.response_excerpt,
});

export const presentPostbackDelivery = (record: PostbackDeliveryRecord): PostbackDelivery => ({
  id: record.id,
  endpoint_id: record.endpoint_id,
  event: record.event,
  event_id: record.event_id,
  resource_id: record.resource_id,
  status: record.status,
  attempt_count: record.attempt_count,
  next_attempt_at: record.next_attempt_at?.toISOString() ?? null,
  delivered_at: record.delivered_at?.toISOString() ?? null,
  created_at: record.created_at.toISOString(),
  attempts: record.attempts.map(presentAttempt),
});

/** Answer to `recover`. */
export class PostbackRecovery {
  @ApiProperty({ type: 'integer', description: 'Events that were queued now.' }) queued!: number;
  @ApiProperty({
    description:
      'There may be more than one call queues or looks at, or something was being attempted just now: ask again with the same `since`, ' +
      'within an hour to go on where this call ended.',
  })
  has_more!: boolean;
}
