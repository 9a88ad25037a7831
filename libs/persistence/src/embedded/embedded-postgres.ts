import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@centavo/runtime';
import { Client } from 'pg';
import { classifyPgError } from '../classify-pg-error.js';
import { findCluster, forgetCluster, startCluster, type RunningCluster } from './cluster.js';
import { send, stopProcess } from './postmaster.js';

/** Held for as long as an owner lives: PostgreSQL lets go of it when the owner's connection ends, however that came about. */
const OWNER_LOCK = 7_226_828_602;
const ANSWER_TIMEOUT_MS = 60_000;
const POLL_MS = 50;
/** Nothing listens, or something with another password. */
const SOMEBODY_ELSES = new Set(['ECONNREFUSED', '28P01']);

export interface EmbeddedPostgresOptions {
  /** Where everything of it is kept. */
  readonly directory: string;
  /** Made when it is missing. */
  readonly database: string;
  readonly logger: Pick<Logger, 'warn'>;
}

/** The directory belongs to a process that is alive. */
export class DirectoryInUseError extends Error {
  override readonly name = 'DirectoryInUseError';
}

/** A PostgreSQL server that belongs to this process. */
export class EmbeddedPostgres {
  readonly #stopWithProcess = (): void => void send(this.cluster.pid, 'SIGINT');
  #isStopping = false;

  private constructor(
    private cluster: RunningCluster,
    private readonly home: string,
    private readonly options: EmbeddedPostgresOptions,
    private owner: Client,
  ) {
    process.once('exit', this.#stopWithProcess);
    this.#stayOwner();
  }

  /**
   * Starts it. A server that a killed process left behind is stopped first.
   * @throws DirectoryInUseError when another living process has its server there
   */
  static async start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const home = resolve(options.directory);
    if (await removeLeftover(home))
      options.logger.warn('stopped a PostgreSQL that a killed process left', { path: home });
    const cluster = await startCluster(home, true);
    const owner = await connect(cluster);
    if (!owner) throw new Error('PostgreSQL ended right after its start.');
    await claim(owner, home);
    await ensureDatabase(owner, options.database);
    return new EmbeddedPostgres(cluster, home, options, owner);
  }

  /** The database, seen by the administrator. */
  get adminUrl(): string {
    const { password, port } = this.cluster;
    return `postgresql://postgres:${password}@127.0.0.1:${port}/${this.options.database}`;
  }

  get pid(): number {
    return this.cluster.pid;
  }

  /** Stops it within seconds; committed data is safe whatever happens. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    process.off('exit', this.#stopWithProcess);
    await this.owner.end().catch(() => undefined);
    await stopProcess(this.cluster.pid);
  }

  /**
   * Ends it without a farewell, as a power failure would, and starts it again on its port: it recovers from its log what was committed. For
   * tests of those who use it.
   */
  async crash(): Promise<void> {
    this.#isStopping = true;
    await this.owner.end().catch(() => undefined);
    await stopProcess(this.cluster.pid, 'SIGQUIT');
    this.cluster = await startCluster(this.home, true, this.cluster.port);
    const owner = await connect(this.cluster);
    if (!owner) throw new Error('PostgreSQL ended right after its start.');
    await claim(owner, this.home);
    this.owner = owner;
    this.#isStopping = false;
    this.#stayOwner();
  }

  /** When one of its processes crashes, PostgreSQL ends every connection and goes on: ours too. */
  #stayOwner(): void {
    this.owner.once('end', () => {
      if (!this.#isStopping) void this.#claimAgain();
    });
  }

  async #claimAgain(): Promise<void> {
    const { logger } = this.options;
    try {
      const owner = await connect(this.cluster);
      if (!owner) return logger.warn('PostgreSQL ended by itself: start again', { path: this.home });
      await claim(owner, this.home);
      this.owner = owner;
      this.#stayOwner();
    } catch (error) {
      logger.warn('PostgreSQL does not answer', { path: this.home, error });
    }
  }
}

/** Whether there was one. */
async function removeLeftover(directory: string): Promise<boolean> {
  const leftover = await findCluster(directory);
  if (!leftover) return false;
  const connection = await connect(leftover);
  if (!connection) {
    await forgetCluster(directory);
    return false;
  }
  await claim(connection, directory);
  await connection.end();
  await stopProcess(leftover.pid);
  return true;
}

/** @returns undefined when no server of ours listens there: its process id belongs to somebody else by now */
async function connect({ port, password }: RunningCluster): Promise<Client | undefined> {
  const giveUpAt = Date.now() + ANSWER_TIMEOUT_MS;
  for (;;) {
    const client = new Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' });
    // Says what the next statement would say; without a listener it would end the process.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (SOMEBODY_ELSES.has(String((error as { code?: string }).code))) return undefined;
      if (classifyPgError(error) !== 'connection' || Date.now() > giveUpAt) throw error;
      await delay(POLL_MS);
    }
  }
}

/** @throws DirectoryInUseError when somebody else is its owner */
async function claim(connection: Client, directory: string): Promise<void> {
  const { rows } = await connection.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [OWNER_LOCK]);
  if (rows[0]?.mine) return;
  await connection.end();
  throw new DirectoryInUseError(
    `${directory} is in use by another running Centavo. Stop it, or give this one another DATA_DIR (and PORT and OPS_PORT).`,
  );
}

async function ensureDatabase(owner: Client, name: string): Promise<void> {
  const { rowCount } = await owner.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (rowCount === 0) await owner.query(`CREATE DATABASE ${owner.escapeIdentifier(name)}`);
}
