import { DomainError } from '@centavo/contracts';
import type { SpanAttributes } from '@centavo/runtime';
import type { ReceivedMessage } from '../bus.js';

const NONE: SpanAttributes = {};
const refusal = (code: string): SpanAttributes => ({ 'centavo.error_code': code });

/** Says which error an answer is, if it is one. To refuse is no failure of whoever refuses. */
export function refusalIn(answer: unknown): SpanAttributes {
  const { ok, error } = (answer ?? NONE) as { ok?: unknown; error?: unknown };
  return ok === false && typeof error === 'string' ? refusal(error) : NONE;
}

/** The same of what a handler threw, where that is the answer to a request. */
export const refusalOf = (error: unknown, { headers }: ReceivedMessage): SpanAttributes | undefined =>
  error instanceof DomainError && headers.replyTo ? refusal(error.code) : undefined;
