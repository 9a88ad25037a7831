import { ERROR_CATALOGUE, type ErrorCode } from './error-catalogue.js';

/** One broken rule of a request: the dotted path of the field, a stable code and a sentence. */
export interface ErrorDetail {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

/**
 * The one error that is an answer: whoever called is told its code, message and details. Anything else that is thrown is
 * a fault of ours. It crosses the bus as an {@link ErrorAnswer}.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly status: number;

  /**
   * @param code from the catalogue; decides the HTTP status
   * @param options.message replaces the catalogue's sentence
   * @param options.details the broken rules, for 400 and 422
   * @param options.retryAfterSeconds for 429 and 503
   * @param options.reason what was too much or missing, of 429 and 503; for operators, clients are not told
   * @param options.replayed when this is the kept answer of an earlier request with the same idempotency key
   */
  constructor(
    readonly code: ErrorCode,
    readonly options: {
      message?: string;
      details?: readonly ErrorDetail[];
      retryAfterSeconds?: number;
      reason?: string;
      replayed?: boolean;
    } = {},
  ) {
    super(options.message ?? ERROR_CATALOGUE[code].message);
    this.status = httpStatusOf(code, options.details !== undefined);
  }

  /** A `validation_error` about one field that only the service could check. @param code of the detail, as the gateway's own have it */
  static invalidField(field: string, code: string, message: string): DomainError {
    return new DomainError('validation_error', { details: [{ field, code, message }] });
  }

  /** An error about one field of the body. */
  static onField(code: ErrorCode, field: string, message: string = ERROR_CATALOGUE[code].message): DomainError {
    return new DomainError(code, { details: [{ field, code, message }] });
  }
}

/**
 * The HTTP status of an error code. What is not found is 404 when the path names it; when a field of the body does (`isAboutField`),
 * the body breaks a rule: 422.
 */
export function httpStatusOf(code: ErrorCode, isAboutField: boolean): number {
  const { status } = ERROR_CATALOGUE[code];
  return isAboutField && status === 404 ? 422 : status;
}
