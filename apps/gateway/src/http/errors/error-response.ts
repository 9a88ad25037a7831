import { DomainError, ERROR_CATALOGUE, type ErrorCode, type ErrorDetail } from '@centavo/contracts';
import { BusUnavailableError, classifyError, ReplyTimeoutError } from '@centavo/messaging';
import { HttpException } from '@nestjs/common';
import { OVERLOAD_RETRY_AFTER_SECONDS } from './retry-after.js';

/** The body of every error. */
export interface ErrorEnvelope {
  readonly success: false;
  readonly message: string;
  readonly error: ErrorCode;
  readonly details?: readonly ErrorDetail[];
  readonly request_id: string;
}

export interface ErrorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorEnvelope;
  /** Of a refusal, 429 or 503: what was too much or not there. `service`: a service has said so. */
  readonly refusedFor?: string;
}

/** The one place where what was thrown becomes what the client sees. */
export function toErrorResponse(error: unknown, requestId: string): ErrorResponse {
  const { code, status, message, options } = toDomainError(error);
  const { details, retryAfterSeconds, replayed, reason = 'service' } = options;
  return {
    status,
    headers: {
      ...(status === 401 && { 'www-authenticate': 'Basic realm="centavo", charset="UTF-8", Bearer realm="centavo"' }),
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
      ...(replayed && { 'idempotent-replayed': 'true' }),
    },
    ...((status === 429 || status === 503) && { refusedFor: reason }),
    body: { success: false, message, error: code, ...(details && { details }), request_id: requestId },
  };
}

/** Whatever was thrown as an error of the catalogue. What nobody foresaw is `internal_error` and tells nothing. */
function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  if (error instanceof ReplyTimeoutError) return new DomainError('timeout');
  // Bus or database: away, or too busy to answer in time.
  if (classifyError(error) !== 'permanent') {
    const reason = error instanceof BusUnavailableError ? 'bus' : 'database';
    return new DomainError('service_unavailable', { retryAfterSeconds: OVERLOAD_RETRY_AFTER_SECONDS, reason });
  }
  if (error instanceof HttpException) return new DomainError(FRAMEWORK_CODES[error.getStatus()] ?? 'internal_error');
  return new DomainError('internal_error');
}

/** What Fastify and Nest refuse by themselves, before any code of ours sees the request. */
const FRAMEWORK_CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_json',
  404: 'route_not_found',
  413: 'payload_too_large',
  414: 'route_not_found',
  415: 'unsupported_media_type',
};

/** Whether operators should hear of it. */
export const isOurFault = ({ status }: ErrorResponse): boolean => status === ERROR_CATALOGUE.internal_error.status;
