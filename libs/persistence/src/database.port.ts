import type { EntityManager } from 'typeorm';

export type Row = Record<string, unknown>;

/** Something that runs SQL: the pool, or one transaction. */
export interface Sql {
  /**
   * Runs one statement and returns its rows. `int8` comes back as `bigint`, `timestamptz` as `Date`, `jsonb` parsed.
   * @param parameters for `$1`…; an array becomes a PostgreSQL array (for `unnest`)
   */
  query<Result = Row>(text: string, parameters?: readonly unknown[]): Promise<Result[]>;
}

/** One open transaction. */
export interface Transaction extends Sql {
  /** TypeORM on this transaction, for ordinary CRUD. */
  readonly manager: EntityManager;
  /** Runs once the commit is certain, synchronously, in the order of registration; never when it rolled back. */
  afterCommit(effect: () => void): void;
}

/** A service's database: its own schema, seen through its own role. */
export abstract class Database implements Sql {
  abstract query<Result = Row>(text: string, parameters?: readonly unknown[]): Promise<Result[]>;
  /**
   * Like `query`, but parsed and planned once per connection: of a short read that is most of the cost. Its plan goes by indexes and nested
   * loops, whatever the parameters are and however full the tables.
   * @param text one of a few, each with an index for all that it looks for
   */
  abstract queryPrepared<Result = Row>(text: string, parameters?: readonly unknown[]): Promise<Result[]>;
  /** The service's schema, also its `search_path`. */
  abstract readonly schema: string;
  /**
   * Runs `work` in a transaction. Serialization failures and deadlocks are retried from the start, so `work` must have no effect
   * outside the transaction but through `afterCommit`.
   */
  abstract transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** What keeps PostgreSQL from answering now, in words; null when nothing does. */
  abstract problem(): Promise<string | null>;
  abstract close(): Promise<void>;
}
