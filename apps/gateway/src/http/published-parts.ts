import type { Reads } from '@centavo/persistence';
import { PacedBatcher } from '@centavo/runtime';
import { LINGER_MS, MAX_BATCH } from './published-records.js';

/** Where the parts of something are, and how they name what they belong to. */
export interface PartsSource<Row> {
  readonly view: string;
  readonly ownerColumn: keyof Row & string;
  /** Which of the parts are meant; without it all. */
  readonly where?: string;
}

/** The parts of single records, oldest first. Requests that come close together share a statement, as in {@link PublishedRecords}. */
export class PublishedParts<Row extends { readonly id: string }> {
  readonly #reads: PacedBatcher<string, Row[]>;

  constructor(reads: Reads, { view, ownerColumn, where = 'true' }: PartsSource<Row>) {
    // Ids are UUIDv7: they sort by age.
    const statement = `SELECT * FROM ${view} WHERE ${ownerColumn} = ANY ($1::uuid[]) AND ${where} ORDER BY id`;
    this.#reads = new PacedBatcher({
      maxSize: MAX_BATCH,
      lingerMs: LINGER_MS,
      flush: async (ownerIds) => {
        const rows = await reads.queryIds<Row>(statement, [...new Set(ownerIds)], ownerColumn);
        const parts = Map.groupBy(rows, (row) => row[ownerColumn] as string);
        return ownerIds.map((id) => parts.get(id) ?? []);
      },
    });
  }

  /** @param ownerId in lower case; whether the caller may see its parts is for the caller to know */
  of(ownerId: string): Promise<Row[]> {
    return this.#reads.add(ownerId);
  }
}
