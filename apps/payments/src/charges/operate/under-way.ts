import type { IdempotencyRequest } from '@centavo/contracts';
import type { Transaction } from '@centavo/persistence';
import { findTask } from '../charge-tasks.sql.js';
import { lockCharge } from '../charges.sql.js';

export const hasSameKey = (a: IdempotencyRequest, b: IdempotencyRequest): boolean =>
  a.scope === b.scope && a.key === b.key;

/**
 * Whether a request is just being carried out, by whichever process. Locks the charge, as who begins it does: it stays so until the end of the
 * transaction.
 */
export async function isUnderWay(
  transaction: Transaction,
  chargeId: string,
  request: IdempotencyRequest,
): Promise<boolean> {
  await lockCharge(transaction, chargeId);
  const underWay = (await findTask(transaction, chargeId))?.operation?.request;
  return underWay != null && hasSameKey(request, underWay);
}
