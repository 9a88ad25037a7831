import type { PoolClient } from 'pg';
import type { EntityManager } from 'typeorm';
import type { DatabaseCounts } from './database-metrics.js';
import type { Row, Transaction } from './database.port.js';

/** A transaction on one connection, with what shall happen after its commit. */
export class OpenTransaction implements Transaction {
  readonly #effects: (() => void)[] = [];

  constructor(
    private readonly client: PoolClient,
    readonly manager: EntityManager,
    private readonly counts: DatabaseCounts,
  ) {}

  async query<Result = Row>(text: string, parameters: readonly unknown[] = []): Promise<Result[]> {
    this.counts.statement();
    try {
      const { rows } = await this.client.query(text, parameters as unknown[]);
      return rows as Result[];
    } catch (error) {
      this.counts.failed(error);
      throw error;
    }
  }

  afterCommit(effect: () => void): void {
    this.#effects.push(effect);
  }

  /** Runs every effect, also after one of them threw: the commit is a fact. */
  runEffects(onError: (error: unknown) => void): void {
    for (const effect of this.#effects) {
      try {
        effect();
      } catch (error) {
        onError(error);
      }
    }
  }
}
