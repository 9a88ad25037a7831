import { DomainError, type ErrorCode } from '@centavo/contracts';
import type { Database } from '@centavo/persistence';
import { PacedBatcher } from '@centavo/runtime';

const MAX_BATCH = 200;
const LINGER_MS = 3;

interface Identified {
  readonly id: string;
  readonly merchant_id?: string;
}

/**
 * Single records of a published view. Requests that come close together share a statement: the way to PostgreSQL and back costs
 * more than all else that such a read does.
 */
export class PublishedRecords<Row extends Identified> {
  readonly #reads: PacedBatcher<string, Identified | undefined>;

  /** @param notFound what to answer when there is none */
  constructor(
    database: Database,
    view: string,
    private readonly notFound: ErrorCode,
  ) {
    const statement = `SELECT * FROM ${view} WHERE id = ANY ($1::uuid[])`;
    this.#reads = new PacedBatcher({
      maxSize: MAX_BATCH,
      lingerMs: LINGER_MS,
      flush: async (ids) => {
        const rows = await database.query<Identified>(statement, [[...new Set(ids)]]);
        const found = new Map(rows.map((row) => [row.id, row]));
        return ids.map((id) => found.get(id));
      },
    });
  }

  /**
   * @param id in lower case
   * @throws DomainError when there is none
   */
  async get(id: string): Promise<Row> {
    const row = await this.#reads.add(id);
    if (!row) throw new DomainError(this.notFound);
    return row as Row;
  }

  /** Another merchant's record does not exist for this one. */
  async getOf(merchantId: string, id: string): Promise<Row> {
    const row = await this.get(id);
    if (row.merchant_id !== merchantId) throw new DomainError(this.notFound);
    return row;
  }
}
