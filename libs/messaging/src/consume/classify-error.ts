import { classifyPgError } from '@centavo/persistence';
import { BusUnavailableError, ReplyTimeoutError, RetriableError } from '../bus.js';

/**
 * What an error says about trying again.
 * - `outage`: something that everybody needs is away; the neighbours would fail in the same way
 * - `transient`: this message met a condition that passes
 * - `permanent`: it would fail every time
 */
export type ErrorKind = 'outage' | 'transient' | 'permanent';

/** Causes and aggregates are looked through; deeper than this is a cycle. */
const MAX_DEPTH = 5;

/** Decides by type and code, never by guessing: what is not known to pass is permanent. */
export function classifyError(error: unknown, depth = 0): ErrorKind {
  if (error === null || typeof error !== 'object' || depth > MAX_DEPTH) return 'permanent';
  if (error instanceof BusUnavailableError) return 'outage';
  if (error instanceof RetriableError || error instanceof ReplyTimeoutError) return 'transient';

  const ofDatabase = classifyPgError(error);
  if (ofDatabase) return ofDatabase === 'connection' ? 'outage' : 'transient';

  const { errors, cause } = error as { errors?: readonly unknown[]; cause?: unknown };
  return classifyError(errors?.[0] ?? cause, depth + 1);
}
