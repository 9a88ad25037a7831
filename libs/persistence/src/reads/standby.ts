import type { Metrics } from '@centavo/runtime';
import pg, { type Pool } from 'pg';
import { observePool } from '../database-metrics.js';
import { postgresAddress } from '../postgres-address.js';
import { PreparedReads } from '../prepared-reads.js';
import { CONNECT_TIMEOUT_MS, CUSTOM_PLANS, sessionSettings } from '../session-settings.js';

export interface StandbyOptions {
  /** Host, port and database; a user in it is replaced by `role`. */
  readonly url: string;
  readonly role: string;
  readonly password: string;
  /** Largest number of connections, of each of two pools. */
  readonly poolSize: number;
  /** A statement that has no answer by then fails: a host that is gone says nothing. */
  readonly answerTimeoutMs: number;
  readonly metrics?: Metrics | undefined;
}

/** Whoever looks after the standby hears of a lost connection by its next question. */
const onLost = (): void => undefined;

const POSITION = `
  SELECT pg_is_in_recovery() AS is_standby, (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint AS position`;

/** A hot standby, which need not be there: connections are made when they are wanted. */
export class Standby {
  readonly #pool: Pool;
  readonly #prepared: PreparedReads;

  constructor({ url, role, password, poolSize, answerTimeoutMs, metrics }: StandbyOptions) {
    const { username: user, ...server } = postgresAddress(url, { name: role, password });
    const session = sessionSettings(role);
    const config = {
      ...server,
      ...session,
      user,
      max: poolSize,
      application_name: `centavo-${role}`,
      connectionTimeoutMillis: Math.min(CONNECT_TIMEOUT_MS, answerTimeoutMs),
      query_timeout: answerTimeoutMs,
    };
    this.#pool = new pg.Pool({ ...config, options: `${session.options} ${CUSTOM_PLANS}` }).on('error', onLost);
    this.#prepared = new PreparedReads(config, onLost);
    if (!metrics) return;
    observePool(metrics, { schema: role, name: 'replica', limit: poolSize }, () => this.#pool);
    observePool(metrics, { schema: role, name: 'replica_reads', limit: poolSize }, () => this.#prepared.pool);
  }

  async query(text: string, parameters: readonly unknown[]): Promise<unknown[]> {
    const { rows } = await this.#pool.query(text, parameters as unknown[]);
    return rows;
  }

  queryPrepared(text: string, parameters: readonly unknown[]): Promise<unknown[]> {
    return this.#prepared.query(text, parameters);
  }

  /**
   * How far into the primary's log it has come.
   * @throws when it does not answer, or is no standby (any more)
   */
  async position(): Promise<bigint> {
    const { rows } = await this.#pool.query<{ is_standby: boolean; position: bigint | null }>(POSITION);
    const { is_standby, position } = rows[0]!;
    if (!is_standby || position === null) throw new Error('The server is no standby: it has a history of its own.');
    return position;
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.end(), this.#prepared.close()]);
  }
}
