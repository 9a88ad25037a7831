import { types } from 'node:util';
import { classifyPgError } from '@centavo/persistence';
import { BusUnavailableError, ReplyTimeoutError, RetriableError } from '../bus.js';

/**
 * What an error says about trying again.
 * - `outage`: something that everybody needs is away; the neighbours would fail in the same way
 * - `transient`: this message met a condition that passes
 * - `permanent`: it would fail every time
 */
export type ErrorKind = 'outage' | 'transient' | 'permanent';

/** PostgreSQL: lock not available, statement timeout, transaction ended for idling. */
const PASSING_CODES = new Set(['55P03', '57014', '25P03', '25P04']);

/** Causes are looked through; deeper than this is a cycle. */
const MAX_DEPTH = 5;

/** Decides by type and code, never by guessing: what is not known to pass is permanent. */
export function classifyError(error: unknown, depth = 0): ErrorKind {
  // Not instanceof: Node's own errors are of another realm where tests run in a sandbox.
  if (!types.isNativeError(error) || depth > MAX_DEPTH) return 'permanent';
  if (error instanceof BusUnavailableError) return 'outage';
  if (error instanceof RetriableError || error instanceof ReplyTimeoutError) return 'transient';

  const pgKind = classifyPgError(error);
  if (pgKind) return pgKind === 'connection' ? 'outage' : 'transient';

  const { code, driverError, errors } = error as { code?: string; driverError?: unknown; errors?: readonly unknown[] };
  if (code && PASSING_CODES.has(code)) return 'transient';
  // Connecting to a name with several addresses fails with an AggregateError.
  const inner = driverError ?? errors?.[0] ?? error.cause;
  return inner === undefined ? 'permanent' : classifyError(inner, depth + 1);
}
