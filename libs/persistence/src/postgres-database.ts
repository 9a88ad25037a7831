import { setTimeout as delay } from 'node:timers/promises';
import type { Logger, Metrics } from '@centavo/runtime';
import type { Pool, PoolClient } from 'pg';
import { DataSource, type EntitySchema } from 'typeorm';
import { classifyPgError, CommitUnknownError } from './classify-pg-error.js';
import { countsFor, observePool, type DatabaseCounts } from './database-metrics.js';
import { Database, type Row, type Transaction } from './database.port.js';
import { OpenTransaction } from './open-transaction.js';
import { postgresAddress } from './postgres-address.js';
import { POSTGRES_DRIVER } from './postgres-driver.js';
import { PreparedReads } from './prepared-reads.js';
import { CONNECT_TIMEOUT_MS, CUSTOM_PLANS, sessionSettings } from './session-settings.js';

/** Attempts of a transaction that others get in the way of, and the longest pause before the second; it doubles. */
const MAX_ATTEMPTS = 4;
const RETRY_PAUSE_MS = 10;

export interface PostgresDatabaseOptions {
  /** Host, port and database; a user in it is replaced by `role`. */
  readonly url: string;
  /** The role that signs in. */
  readonly role: string;
  readonly password: string;
  /** Default: the role's name. */
  readonly schema?: string;
  /** Largest number of connections. */
  readonly poolSize: number;
  /** How long a statement waits for a connection, in milliseconds; default: {@link CONNECT_TIMEOUT_MS}. */
  readonly connectTimeoutMs?: number;
  readonly logger: Logger;
  /** Where to count and show what goes on here. */
  readonly metrics?: Metrics;
  /** TypeORM entities that `transaction.manager` knows. */
  readonly entities?: readonly (Function | EntitySchema)[];
}

/**
 * A schema of PostgreSQL through one pool of connections. It outlives restarts of the server: what fails meanwhile is of kind
 * `connection` (see {@link classifyPgError}), what comes later works.
 */
export class PostgresDatabase extends Database {
  private constructor(
    readonly schema: string,
    private readonly source: DataSource,
    private readonly prepared: PreparedReads,
    private readonly counts: DatabaseCounts,
    private readonly logger: Logger,
  ) {
    super();
  }

  /** @throws when PostgreSQL does not answer or refuses the role */
  static async connect(options: PostgresDatabaseOptions): Promise<PostgresDatabase> {
    const { logger, role, schema = role, connectTimeoutMs = CONNECT_TIMEOUT_MS } = options;
    const address = postgresAddress(options.url, { name: role, password: options.password });
    const session = sessionSettings(schema);
    // When the source or the reads are closed, their connections end a little later; then that is no news.
    const onLost = (error: unknown): void => {
      if (source.isInitialized) logger.warn('an idle connection to PostgreSQL was lost', { error });
    };
    const source = new DataSource({
      ...POSTGRES_DRIVER,
      ...address,
      schema,
      entities: [...(options.entities ?? [])],
      logging: false,
      poolSize: options.poolSize,
      applicationName: `centavo-${role}`,
      connectTimeoutMS: connectTimeoutMs,
      poolErrorHandler: onLost,
      extra: { ...session, options: `${session.options} ${CUSTOM_PLANS}` },
    });
    await source.initialize();
    const { username: user, ...server } = address;
    const prepared = new PreparedReads(
      {
        ...server,
        ...session,
        user,
        max: options.poolSize,
        application_name: `centavo-${role}`,
        connectionTimeoutMillis: connectTimeoutMs,
      },
      onLost,
    );
    const database = new PostgresDatabase(schema, source, prepared, countsFor(schema, options.metrics), logger);
    if (options.metrics) database.#observePools(options.metrics, options.poolSize);
    return database;
  }

  async query<Result = Row>(text: string, parameters: readonly unknown[] = []): Promise<Result[]> {
    this.counts.transaction();
    this.counts.statement();
    try {
      const { rows } = await this.#pool.query(text, parameters as unknown[]);
      return rows as Result[];
    } catch (error) {
      this.counts.failed(error);
      throw error;
    }
  }

  async queryPrepared<Result = Row>(text: string, parameters: readonly unknown[] = []): Promise<Result[]> {
    this.counts.transaction();
    this.counts.statement();
    try {
      return (await this.prepared.query(text, parameters)) as Result[];
    } catch (error) {
      this.counts.failed(error);
      throw error;
    }
  }

  async transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(work);
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || classifyPgError(error) !== 'serialization') throw error;
        this.counts.retried();
        await delay(Math.random() * RETRY_PAUSE_MS * 2 ** (attempt - 1));
      }
    }
  }

  async problem(): Promise<string | null> {
    try {
      await this.query('SELECT 1');
      return null;
    } catch (error) {
      return describeProblem(error);
    }
  }

  async close(): Promise<void> {
    if (!this.source.isInitialized) return;
    await Promise.all([this.source.destroy(), this.prepared.close()]);
  }

  #observePools(metrics: Metrics, limit: number): void {
    const { schema } = this;
    observePool(metrics, { schema, name: 'work', limit }, () => (this.source.isInitialized ? this.#pool : undefined));
    observePool(metrics, { schema, name: 'reads', limit }, () => this.prepared.pool);
  }

  /** Statements go straight to node-postgres: TypeORM's way to it costs and adds nothing here. */
  get #pool(): Pool {
    return (this.source.driver as unknown as { master: Pool }).master;
  }

  async #attempt<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const runner = this.source.createQueryRunner();
    try {
      const client = (await runner.connect()) as PoolClient;
      this.counts.transaction();
      await runner.startTransaction();
      const transaction = new OpenTransaction(client, runner.manager, this.counts);
      const result = await finish(client, () => work(transaction), this.counts);
      transaction.runEffects((error) => this.logger.error('an effect of a commit failed', { error }));
      return result;
    } finally {
      await runner.release();
    }
  }
}

/** A refused connection to a name with several addresses is an error without words of its own. */
function describeProblem(error: unknown): string {
  const { message, code } = error as { readonly message?: string; readonly code?: string };
  return message || code || String(error);
}

/** Commits what `work` did, or rolls it back. */
async function finish<Result>(
  client: PoolClient,
  work: () => Promise<Result>,
  counts: DatabaseCounts,
): Promise<Result> {
  let result: Result;
  try {
    result = await work();
  } catch (error) {
    // When this fails the connection is gone, and the transaction with it.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
  try {
    await commit(client);
  } catch (error) {
    counts.failed(error);
    throw error;
  }
  return result;
}

async function commit(client: PoolClient): Promise<void> {
  try {
    const { command } = await client.query('COMMIT');
    if (command === 'COMMIT') return;
  } catch (error) {
    if (classifyPgError(error) !== 'connection') throw error;
    throw new CommitUnknownError('The connection was lost during COMMIT.', { cause: error });
  }
  throw new Error(
    'Rolled back instead of committed: a statement had failed and its error was caught inside the transaction.',
  );
}
