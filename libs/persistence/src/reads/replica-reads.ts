import { firstIdAt, type Clock, type Logger, type Metrics } from '@centavo/runtime';
import { classifyPgError } from '../classify-pg-error.js';
import type { Database, Row } from '../database.port.js';
import { Reads } from './reads.port.js';
import { RecentIds } from './recent-ids.js';
import { ReplicaLag } from './replica-lag.js';
import { Standby, type StandbyOptions } from './standby.js';

const CHECK_INTERVAL_MS = 1_000;
/** node-postgres says it without a code. */
const NO_ANSWER = 'Query read timeout';
/** What is flushed is what a standby can be sent. */
const PRIMARY_POSITION = `SELECT (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::bigint AS position`;

export interface ReplicaReadsOptions extends Omit<StandbyOptions, 'answerTimeoutMs'> {
  readonly primary: Database;
  /** How old what is read may be. */
  readonly maxLagMs: number;
  /** How long a write may be under way until it is committed. */
  readonly writeTimeoutMs: number;
  readonly logger: Logger;
  /** Of whoever makes ids. */
  readonly clock: Clock;
}

/**
 * Reads from a hot standby, as long as that answers and is no further behind than it may be; else from the primary. A read that the
 * standby fails is done on the primary: whoever reads notices nothing.
 */
export class ReplicaReads extends Reads {
  readonly #primary: Database;
  readonly #standby: Standby;
  readonly #maxLagMs: number;
  readonly #logger: Logger;
  readonly #clock: Clock;
  readonly #lag = new ReplicaLag();
  readonly #recentMs: number;
  readonly #written: RecentIds;
  readonly #countStandby: () => void;
  readonly #countPrimary: () => void;
  readonly #timer: NodeJS.Timeout;
  /** Whether it is behind can be said when it has answered for as long as it may be. */
  #answersSinceMs: number | undefined;
  #checking: Promise<void> | undefined;
  /** What was said last: why it is not read from, null when it is. */
  #problem: string | null | undefined;

  constructor({ primary, maxLagMs, writeTimeoutMs, logger, clock, ...standby }: ReplicaReadsOptions) {
    super();
    this.#primary = primary;
    this.#standby = new Standby({ ...standby, answerTimeoutMs: maxLagMs });
    this.#maxLagMs = maxLagMs;
    this.#logger = logger;
    this.#clock = clock;
    // A write is committed by then, and the standby has it.
    this.#recentMs = writeTimeoutMs + maxLagMs;
    this.#written = new RecentIds(this.#recentMs);
    this.#countStandby = counterOf('replica', standby.metrics);
    this.#countPrimary = counterOf('primary', standby.metrics);
    if (standby.metrics) this.#observe(standby.metrics);
    this.#timer = setInterval(() => void this.#check(), CHECK_INTERVAL_MS);
    void this.#check();
  }

  query<Result = Row>(text: string, parameters: readonly unknown[] = []): Promise<Result[]> {
    return this.#read<Result>('query', text, parameters);
  }

  queryPrepared<Result = Row>(text: string, parameters: readonly unknown[] = []): Promise<Result[]> {
    return this.#read<Result>('queryPrepared', text, parameters);
  }

  async queryIds<Result extends object>(
    text: string,
    ids: readonly string[],
    column: keyof Result & string,
  ): Promise<Result[]> {
    if (!this.#isUsable) return this.#ask<Result>(text, ids);
    const nowMs = performance.now();
    const firstRecent = firstIdAt(this.#clock.nowMs() - this.#recentMs);
    const { recent = [], settled = [] } = Object.groupBy(ids, (id) =>
      id >= firstRecent || this.#written.has(id, nowMs) ? 'recent' : 'settled',
    );
    const [newest, rows] = await Promise.all([
      this.#ask<Result>(text, recent),
      settled.length > 0 ? this.query<Result>(text, [settled]) : [],
    ]);
    const found = new Set(rows.map((row) => row[column] as string));
    const missing = settled.filter((id) => !found.has(id));
    return [...newest, ...rows, ...(await this.#ask<Result>(text, missing))];
  }

  noteWrite(id: string): void {
    this.#written.note(id, performance.now());
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#checking;
    await this.#standby.close();
  }

  get #isUsable(): boolean {
    return this.#lag.ms(performance.now()) <= this.#maxLagMs;
  }

  async #read<Result>(how: 'query' | 'queryPrepared', text: string, parameters: readonly unknown[]): Promise<Result[]> {
    if (this.#isUsable) {
      try {
        const rows = await this.#standby[how](text, parameters);
        this.#countStandby();
        return rows as Result[];
      } catch (error) {
        // Whatever it was: the primary may have what is missing here, and says what is wrong with the statement itself.
        if (isAway(error)) this.#giveUp(error);
      }
    }
    this.#countPrimary();
    return this.#primary[how]<Result>(text, parameters);
  }

  async #ask<Result>(text: string, ids: readonly string[]): Promise<Result[]> {
    if (ids.length === 0) return [];
    this.#countPrimary();
    return this.#primary.query<Result>(text, [ids]);
  }

  #check(): Promise<void> {
    this.#checking ??= this.#compare().finally(() => (this.#checking = undefined));
    return this.#checking;
  }

  async #compare(): Promise<void> {
    let replica: bigint;
    try {
      replica = await this.#standby.position();
    } catch (error) {
      this.#giveUp(error);
      return;
    }
    const nowMs = performance.now();
    this.#answersSinceMs ??= nowMs;
    try {
      const [primary] = await this.#primary.query<{ position: bigint }>(PRIMARY_POSITION);
      this.#lag.note(replica, primary!.position, nowMs);
    } catch {
      // Readiness says so. What is read gets older meanwhile.
    }
    if (this.#isUsable) this.#say(null);
    else if (nowMs - this.#answersSinceMs > this.#maxLagMs) this.#say('it is too far behind');
  }

  #giveUp(error: unknown): void {
    this.#lag.forget();
    this.#answersSinceMs = undefined;
    this.#say('it does not answer', error);
  }

  #say(problem: string | null, error?: unknown): void {
    if (problem === this.#problem) return;
    this.#problem = problem;
    if (problem === null) this.#logger.info('the replica is read from');
    else this.#logger.warn(`the primary is read from instead of the replica: ${problem}`, { error });
  }

  #observe(metrics: Metrics): void {
    metrics.observe('database_replica_used', {}, () => (this.#isUsable ? 1 : 0));
    metrics.observe('database_replica_lag_seconds', {}, () => this.#lag.ms(performance.now()) / 1000);
  }
}

function isAway(error: unknown): boolean {
  return classifyPgError(error) === 'connection' || (error as { message?: unknown }).message === NO_ANSWER;
}

function counterOf(server: 'replica' | 'primary', metrics: Metrics | undefined): () => void {
  const counter = metrics?.counter('database_reads_total').labels({ server });
  return () => counter?.inc();
}
