import { DomainError } from '@centavo/contracts';
import type { Transaction } from '@centavo/persistence';
import { countEndpoints } from './endpoints.sql.js';

/** Every event of a merchant may become so many deliveries. */
const MAX_ENDPOINTS = 50;

/**
 * To be asked after an endpoint was stored: the row of directory_version that the insert has changed is locked until the commit, so another
 * insert has to wait, and then counts this one.
 * @throws DomainError `postback_endpoint_limit_reached`
 */
export async function assertRoom(transaction: Transaction, merchantId: string): Promise<void> {
  if ((await countEndpoints(transaction, merchantId)) <= MAX_ENDPOINTS) return;
  const message = `A merchant can have ${MAX_ENDPOINTS} postback endpoints, and has.`;
  throw new DomainError('postback_endpoint_limit_reached', { message });
}
