import { DomainError, type ErrorCode } from '@centavo/contracts';
import type { Reads } from '@centavo/persistence';
import { PacedBatcher } from '@centavo/runtime';

/** How many reads share a statement, and how long they wait for one another under load. */
export const MAX_BATCH = 200;
export const LINGER_MS = 3;

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
    reads: Reads,
    view: string,
    private readonly notFound: ErrorCode,
  ) {
    const statement = `SELECT * FROM ${view} WHERE id = ANY ($1::uuid[])`;
    this.#reads = new PacedBatcher({
      maxSize: MAX_BATCH,
      lingerMs: LINGER_MS,
      flush: async (ids) => {
        const rows = await reads.queryIds<Identified>(statement, [...new Set(ids)], 'id');
        const found = new Map(rows.map((row) => [row.id, row]));
        return ids.map((id) => found.get(id));
      },
    });
  }

  /** @param id in lower case */
  async find(id: string): Promise<Row | undefined> {
    return (await this.#reads.add(id)) as Row | undefined;
  }

  /** @throws DomainError when there is none */
  async get(id: string): Promise<Row> {
    const row = await this.find(id);
    if (!row) throw new DomainError(this.notFound);
    return row;
  }

  /** Another merchant's record does not exist for this one. */
  async getOf(merchantId: string, id: string): Promise<Row> {
    const row = await this.get(id);
    if (row.merchant_id !== merchantId) throw new DomainError(this.notFound);
    return row;
  }
}
