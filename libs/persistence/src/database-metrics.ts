import type { Metrics } from '@centavo/runtime';
import type { Pool } from 'pg';
import { classifyPgError } from './classify-pg-error.js';

/** What a service asks of PostgreSQL: the figures that its cost follows, and what went wrong. A statement outside a transaction is one of its own. */
export interface DatabaseCounts {
  transaction(): void;
  statement(): void;
  /** A statement or commit failed. */
  failed(error: unknown): void;
  /** A transaction is begun anew. */
  retried(): void;
}

const nothing = (): void => undefined;

/** @param metrics undefined: nobody wants to know */
export function countsFor(schema: string, metrics: Metrics | undefined): DatabaseCounts {
  if (!metrics) return { transaction: nothing, statement: nothing, failed: nothing, retried: nothing };
  const transactions = metrics.counter('database_transactions_total').labels({ schema });
  const statements = metrics.counter('database_statements_total').labels({ schema });
  const errors = metrics.counter('database_errors_total');
  const retries = metrics.counter('database_retries_total').labels({ schema });
  return {
    transaction: () => transactions.inc(),
    statement: () => statements.inc(),
    failed: (error) => errors.inc({ schema, kind: classifyPgError(error) ?? 'other' }),
    retried: () => retries.inc(),
  };
}

/** @param pool undefined as long as there is none: then nothing is open */
export function observePool(
  metrics: Metrics,
  {
    schema,
    name,
    limit,
  }: { readonly schema: string; readonly name: 'work' | 'reads' | 'replica' | 'replica_reads'; readonly limit: number },
  pool: () => Pool | undefined,
): void {
  const labels = { schema, pool: name };
  const idle = (): number => pool()?.idleCount ?? 0;
  metrics.observe('database_connections', { ...labels, state: 'idle' }, idle);
  metrics.observe('database_connections', { ...labels, state: 'used' }, () => (pool()?.totalCount ?? 0) - idle());
  metrics.observe('database_connections_limit', labels, () => limit);
  metrics.observe('database_waiting', labels, () => pool()?.waitingCount ?? 0);
}
