import { DomainError, type PostbackEndpointRecord } from '@centavo/contracts';

/**
 * Only an active endpoint is sent anything.
 * @param endpoint undefined: it was removed
 * @throws DomainError `postback_endpoint_not_active`
 */
export function assertActive(endpoint: PostbackEndpointRecord | undefined): asserts endpoint is PostbackEndpointRecord {
  if (endpoint?.status === 'active') return;
  const state = endpoint ? endpoint.status : 'deleted';
  throw new DomainError('postback_endpoint_not_active', {
    message: `The postback endpoint is ${state}; it gets events while it is active.`,
  });
}
