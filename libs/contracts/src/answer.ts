import { DomainError, type ErrorDetail } from './errors/domain-error.js';
import type { ErrorCode } from './errors/error-catalogue.js';

/** What a service answers to a command that was carried out. `status` is the HTTP status, 200 or 201. */
export interface SuccessAnswer<Data = unknown> {
  readonly ok: true;
  readonly status: number;
  readonly message: string;
  readonly data: Data;
  /** True when this is the kept answer of an earlier request with the same idempotency key. */
  readonly replayed?: boolean;
}

/** What a service answers to a command that breaks a rule. */
export interface ErrorAnswer {
  readonly ok: false;
  readonly error: ErrorCode;
  readonly message: string;
  readonly details?: readonly ErrorDetail[];
  readonly retryAfterSeconds?: number;
  readonly replayed?: boolean;
}

export type Answer<Data = unknown> = SuccessAnswer<Data> | ErrorAnswer;

/** 201 with the resource that was made. */
export const created = <Data>(message: string, data: Data): SuccessAnswer<Data> => ({
  ok: true,
  status: 201,
  message,
  data,
});

/** 200 with the resource as it is now. */
export const done = <Data>(message: string, data: Data): SuccessAnswer<Data> => ({
  ok: true,
  status: 200,
  message,
  data,
});

/** A {@link DomainError} as it crosses the bus. */
export const toErrorAnswer = (error: DomainError): ErrorAnswer => ({
  ok: false,
  error: error.code,
  message: error.message,
  ...(error.options.details && { details: error.options.details }),
  ...(error.options.retryAfterSeconds && { retryAfterSeconds: error.options.retryAfterSeconds }),
});

/** The {@link DomainError} that crossed the bus as `answer`. */
export const fromErrorAnswer = (answer: ErrorAnswer): DomainError => new DomainError(answer.error, answer);
