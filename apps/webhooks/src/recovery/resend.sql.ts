import type { PostbackDeliveryRecord } from '@centavo/contracts';
import type { Transaction } from '@centavo/persistence';
import { DUE_PRIORITIES } from '../delivery/due-deliveries.sql.js';

/** A delivery whose event is still there, so that it can be sent again. */
export interface ResendableDelivery {
  readonly id: string;
  readonly endpoint_id: string;
  readonly resource_id: string;
  readonly event_id: string;
  readonly event: string;
}

/** @returns undefined when this merchant has no such delivery, or its event is gone */
export async function findResendable(
  transaction: Transaction,
  merchantId: string,
  deliveryId: string,
): Promise<ResendableDelivery | undefined> {
  const [delivery] = await transaction.query<ResendableDelivery>(
    `SELECT d.id, d.endpoint_id, d.resource_id, d.event_id, d.event
     FROM deliveries d JOIN events e ON e.id = d.event_id
     WHERE d.id = $1 AND d.merchant_id = $2`,
    [deliveryId, merchantId],
  );
  return delivery;
}

/**
 * Queues a delivery anew, or brings it forward if it waits: its schedule begins again. One that an instance has leased is left alone.
 * @returns whether it was queued
 */
export async function queueAgain(transaction: Transaction, delivery: ResendableDelivery, now: Date): Promise<boolean> {
  const { id, endpoint_id, resource_id, event_id, event } = delivery;
  const queued = await transaction.query(
    `WITH queued AS (
       INSERT INTO due_deliveries AS due (endpoint_id, resource_id, event_id, event, delivery_id, available_at, priority)
       VALUES ($2, $3, $4, $5, $1, $6, ${DUE_PRIORITIES.retry})
       ON CONFLICT (endpoint_id, resource_id, event_id) DO UPDATE
       SET available_at = excluded.available_at, attempt_count = 0, lease_owner = NULL,
           priority = least(due.priority, excluded.priority)
       WHERE due.lease_owner IS NULL OR due.available_at <= excluded.available_at
       RETURNING delivery_id
     )
     UPDATE deliveries d SET status = 'pending', next_attempt_at = $6, delivered_at = NULL
     FROM queued WHERE d.id = queued.delivery_id AND d.id = $1
     RETURNING d.id`,
    [id, endpoint_id, resource_id, event_id, event, now],
  );
  return queued.length > 0;
}

/** A delivery that is there. */
export async function readDelivery(transaction: Transaction, deliveryId: string): Promise<PostbackDeliveryRecord> {
  const [record] = await transaction.query<PostbackDeliveryRecord>(
    'SELECT * FROM published_postback_deliveries WHERE id = $1',
    [deliveryId],
  );
  return record!;
}
