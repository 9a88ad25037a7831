import type { ErrorDefinition } from './error-definition.js';

/** Limits and faults of the platform: what was asked may be asked again. */
export const PLATFORM_ERRORS = {
  rate_limit_exceeded: { status: 429, message: 'Too many requests.', action: 'Retry after `Retry-After` seconds.' },
  internal_error: {
    status: 500,
    message: 'Something went wrong on our side.',
    action: 'Retry with the same Idempotency-Key; report the request_id.',
  },
  service_unavailable: {
    status: 503,
    message: 'The service cannot take this now.',
    action: 'Retry after `Retry-After` seconds with the same Idempotency-Key.',
  },
  timeout: {
    status: 504,
    message: 'No answer in time; the operation may have been done.',
    action: 'Retry with the same Idempotency-Key: it is always safe.',
  },
} as const satisfies Record<string, ErrorDefinition>;
