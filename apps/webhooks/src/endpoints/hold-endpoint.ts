import { DomainError, type PostbackEndpointRecord } from '@centavo/contracts';
import type { Transaction } from '@centavo/persistence';
import { lockEndpoint } from './endpoints.sql.js';

/**
 * Whoever changes an endpoint locks its row first, before its deliveries: so changes come one after the other, and each sees what the one
 * before has made of it.
 * @throws DomainError `postback_endpoint_not_found`; another merchant's endpoint does not exist for this one
 */
export async function holdEndpoint(
  transaction: Transaction,
  merchantId: string,
  endpointId: string,
): Promise<PostbackEndpointRecord> {
  const endpoint = await lockEndpoint(transaction, merchantId, endpointId);
  if (!endpoint) throw new DomainError('postback_endpoint_not_found');
  return endpoint;
}
