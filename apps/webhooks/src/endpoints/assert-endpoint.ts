import { DomainError, type ErrorDetail, type UpdatePostbackEndpointDto } from '@centavo/contracts';
import type { DestinationPolicy } from '@centavo/runtime';
import { kindsOf } from './event-selection.domain.js';

const HTTP = /^https?:$/;

/**
 * Checks where an endpoint leads and what it wants to hear, as far as either is said; what its name resolves to is checked at every
 * connection.
 * @throws DomainError `url_not_allowed` when that is all that is wrong, else `validation_error`, with every broken rule
 */
export function assertEndpoint(
  { url, events = [] }: Pick<UpdatePostbackEndpointDto, 'url' | 'events'>,
  policy: DestinationPolicy,
): void {
  const details = [...(url === undefined ? [] : urlDetails(url, policy)), ...events.flatMap(eventDetails)];
  const [first] = details;
  if (!first) return;
  const isUrlAlone = details.length === 1 && first.code === 'url_not_allowed';
  throw new DomainError(isUrlAlone ? 'url_not_allowed' : 'validation_error', { details });
}

function urlDetails(text: string, policy: DestinationPolicy): ErrorDetail[] {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !HTTP.test(url.protocol)) {
    return [{ field: 'url', code: 'invalid_format', message: 'url must be an absolute http or https URL' }];
  }
  const refusal = policy.refusalOf(url);
  return refusal ? [{ field: 'url', code: 'url_not_allowed', message: refusal }] : [];
}

function eventDetails(event: string, index: number): ErrorDetail[] {
  if (kindsOf(event).length > 0) return [];
  const field = `events.${index}`;
  return [
    { field, code: 'invalid_value', message: `${field} must be an event kind, all of a resource (charge.*) or *` },
  ];
}
