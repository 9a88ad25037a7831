import pg, { type Pool, type PoolConfig } from 'pg';
import { startupOptions } from './session-settings.js';

/**
 * The plan of a prepared read is made for any parameters and kept, perhaps since its tables were empty, when the planner thinks little
 * of indexes. So it is given no choice: by index, row by row, is right at any size for whoever has an index for all that it asks.
 */
const SESSION = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
};

/** `feature_not_supported`: also when a view has got other columns since a statement was prepared. */
const RESULT_TYPE_CHANGED = '0A000';

/** Reads that are parsed and planned once per connection, on connections of their own that are made when the first of them comes. */
export class PreparedReads {
  readonly #config: PoolConfig;
  readonly #names = new Map<string, string>();
  #pool: Pool | undefined;
  #generation = 0;

  /** @param onLost hears of idle connections that were lost */
  constructor(
    { options, ...config }: PoolConfig,
    private readonly onLost: (error: Error) => void,
  ) {
    this.#config = { ...config, options: [options, startupOptions(SESSION)].join(' ') };
  }

  /** @param text one of a few: each stays prepared on every connection */
  async query(text: string, parameters: readonly unknown[]): Promise<unknown[]> {
    try {
      return await this.#query(text, parameters);
    } catch (error) {
      if ((error as { code?: unknown }).code !== RESULT_TYPE_CHANGED) throw error;
      // Under new names everything is prepared anew.
      this.#generation += 1;
      this.#names.clear();
      return this.#query(text, parameters);
    }
  }

  /** Undefined until the first read. */
  get pool(): Pool | undefined {
    return this.#pool;
  }

  async close(): Promise<void> {
    await this.#pool?.end();
  }

  async #query(text: string, parameters: readonly unknown[]): Promise<unknown[]> {
    this.#pool ??= new pg.Pool(this.#config).on('error', this.onLost);
    const { rows } = await this.#pool.query({ name: this.#nameOf(text), text, values: parameters as unknown[] });
    return rows;
  }

  #nameOf(text: string): string {
    const known = this.#names.get(text);
    if (known) return known;
    const name = `read_${this.#generation}_${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}
