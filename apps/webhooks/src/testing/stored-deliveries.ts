import type { PostbackDeliveryStatus } from '@centavo/contracts';
import type { Database } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { deliveryIdOf } from '../delivery/delivery-id.domain.js';
import { insertDeliveries } from '../fan-out/fan-out.sql.js';

/** An event of a merchant, and the delivery of it to an endpoint. */
export interface StoredDelivery {
  readonly id: string;
  readonly merchantId: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly event: string;
  readonly resourceId: string;
  readonly status: PostbackDeliveryStatus;
}

/** A UUIDv7 of another time. */
function idAt(time: Date): string {
  const ms = time.getTime().toString(16).padStart(12, '0');
  return `${ms.slice(0, 8)}-${ms.slice(8)}${newId().slice(13)}`;
}

/** What a delivery is to be like; whatever is left out is anything. */
type Draft = Pick<StoredDelivery, 'merchantId' | 'endpointId'> &
  Partial<Pick<StoredDelivery, 'event' | 'resourceId' | 'status'>> & { readonly occurredAt?: Date };

/** Stores events with their deliveries as the fan-out does, and puts these in the status they are to have. */
export async function storeDeliveries(database: Database, drafts: readonly Draft[]): Promise<StoredDelivery[]> {
  const stored = drafts.map(({ occurredAt, ...draft }): StoredDelivery => {
    const eventId = occurredAt ? idAt(occurredAt) : newId();
    const id = deliveryIdOf(eventId, draft.endpointId);
    return { id, eventId, event: 'charge.pending', resourceId: newId(), status: 'pending', ...draft };
  });
  await storeEvents(database, stored);
  for (const [status, moved] of Map.groupBy(stored, (delivery) => delivery.status)) {
    if (status !== 'pending') await putInStatus(database, moved, status);
  }
  return stored;
}

async function storeEvents(database: Database, stored: readonly StoredDelivery[]): Promise<void> {
  const planned = stored.map((delivery) => ({
    ...delivery,
    here: false,
    event: { ...delivery, id: delivery.eventId, body: '{}', traceparent: null },
  }));
  const events = planned.map(({ event }) => event);
  const now = new Date();
  await insertDeliveries(database, events, planned, { owner: newId(), now, until: now, inHand: [] });
}

/** As many attempts would have, whatever the status was before. Nobody has the deliveries leased. */
export async function putInStatus(
  database: Database,
  deliveries: readonly StoredDelivery[],
  status: PostbackDeliveryStatus,
): Promise<void> {
  const ids = deliveries.map(({ id }) => id);
  await database.query('DELETE FROM due_deliveries WHERE delivery_id = ANY ($1::uuid[])', [ids]);
  await database.query('UPDATE deliveries SET status = $2, next_attempt_at = NULL WHERE id = ANY ($1::uuid[])', [
    ids,
    status,
  ]);
  if (status !== 'pending' && status !== 'retrying') return;
  await database.query(
    `INSERT INTO due_deliveries (endpoint_id, resource_id, event_id, event, delivery_id, attempt_count, priority, available_at)
     SELECT endpoint_id, resource_id, event_id, event, id, ($2 = 'retrying')::int, ($2 = 'retrying')::int, now() + interval '1 hour'
     FROM deliveries WHERE id = ANY ($1::uuid[])`,
    [ids, status],
  );
}
