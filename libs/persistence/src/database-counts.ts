import type { Metrics } from '@centavo/runtime';

/** What a service asks of PostgreSQL: the two figures that its cost follows. A statement outside a transaction is one of its own. */
export interface DatabaseCounts {
  transaction(): void;
  statement(): void;
}

/** @param metrics undefined: nobody wants to know */
export function countsFor(schema: string, metrics: Metrics | undefined): DatabaseCounts {
  if (!metrics) return { transaction: () => undefined, statement: () => undefined };
  const transactions = metrics.counter('database_transactions_total').labels({ schema });
  const statements = metrics.counter('database_statements_total').labels({ schema });
  return { transaction: () => transactions.inc(), statement: () => statements.inc() };
}
