import type { Transaction } from '@centavo/persistence';
import { FIRST_ID, LAST_ID } from '@centavo/runtime';
import { idsAround } from './ids-around.domain.js';

/**
 * An endpoint that was away for days has many. One statement for all of them would look through every week that is kept; and steps that all
 * begin at the same end have to pass what the ones before have deleted: by thousands, 100,000 took twelve seconds, where this takes one.
 */
const CANCELED_AT_ONCE = 5_000;

/**
 * Cancels all that waits for an endpoint, which must not be active any more. What instances have leased they may still attempt; that is
 * not written down then.
 * @returns how many
 */
export async function cancelDeliveriesOf(transaction: Transaction, endpointId: string): Promise<number> {
  let count = 0;
  for (let after = FIRST_ID; after !== LAST_ID;) {
    const upTo = await endOfStep(transaction, endpointId, after);
    const ids = await dropDue(transaction, endpointId, after, upTo);
    await cancel(transaction, ids);
    count += ids.length;
    after = upTo;
  }
  return count;
}

/** @returns the resource up to which a step goes */
async function endOfStep(transaction: Transaction, endpointId: string, after: string): Promise<string> {
  const [row] = await transaction.query<{ resource_id: string }>(
    `SELECT resource_id FROM due_deliveries
     WHERE endpoint_id = $1 AND resource_id > $2 ORDER BY resource_id OFFSET $3 LIMIT 1`,
    [endpointId, after, CANCELED_AT_ONCE],
  );
  return row?.resource_id ?? LAST_ID;
}

/** @returns the ids of the deliveries, sorted */
async function dropDue(transaction: Transaction, endpointId: string, after: string, upTo: string): Promise<string[]> {
  const dropped = await transaction.query<{ delivery_id: string }>(
    `DELETE FROM due_deliveries WHERE endpoint_id = $1 AND resource_id > $2 AND resource_id <= $3 RETURNING delivery_id`,
    [endpointId, after, upTo],
  );
  return dropped.map(({ delivery_id }) => delivery_id).toSorted();
}

async function cancel(transaction: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { first, last } = idsAround(ids);
  await transaction.query(
    `UPDATE deliveries SET status = 'canceled', next_attempt_at = NULL
     WHERE id = ANY ($1::uuid[]) AND id BETWEEN $2::uuid AND $3::uuid`,
    [ids, first, last],
  );
}
