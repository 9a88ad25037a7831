import type { Database } from '@centavo/persistence';
import { FIRST_ID } from '@centavo/runtime';
import { KeyError, type KeyProvider } from './keys/key-provider.port.js';

const BATCH = 500;

interface WrappedRow {
  readonly id: string;
  readonly data_key: Buffer;
  readonly wrapping_kid: string;
}

interface NewlyWrapped {
  readonly id: string;
  readonly before: Buffer;
  readonly kid: string;
  readonly wrapped: Buffer;
}

/** What {@link rewrapCards} did. */
export interface Rewrapped {
  readonly count: number;
  /** Ids of cards whose data key nobody can unwrap: something has changed them. */
  readonly unreadable: readonly string[];
}

/**
 * Wraps the data keys of all cards by the current key-encryption key. The cards themselves are not touched, and can be charged all the
 * while. Stopped in the middle it goes on the next time.
 */
export async function rewrapCards(database: Database, keys: KeyProvider): Promise<Rewrapped> {
  const kid = await keys.wrappingKid();
  const unreadable: string[] = [];
  let [afterId, count] = [FIRST_ID, 0];
  for (;;) {
    const rows = await database.query<WrappedRow>(
      `SELECT id, data_key, wrapping_kid FROM cards WHERE id > $1 AND wrapping_kid <> $2 ORDER BY id LIMIT ${BATCH}`,
      [afterId, kid],
    );
    if (rows.length === 0) return { count, unreadable };
    const wrapped = await Promise.all(rows.map((row) => wrapAnew(row, keys)));
    count += await update(
      database,
      wrapped.filter((row) => row !== null),
    );
    unreadable.push(...rows.filter((_, index) => wrapped[index] === null).map(({ id }) => id));
    afterId = rows.at(-1)!.id;
  }
}

/** @returns null when it cannot be unwrapped; the other cards must not wait for it */
async function wrapAnew({ id, data_key, wrapping_kid }: WrappedRow, keys: KeyProvider): Promise<NewlyWrapped | null> {
  try {
    const dataKey = await keys.unwrap({ kid: wrapping_kid, wrapped: data_key });
    return { id, before: data_key, ...(await keys.wrap(dataKey)) };
  } catch (error) {
    if (error instanceof KeyError) return null;
    throw error;
  }
}

/** Only where it is still as it was read. */
async function update(database: Database, rows: readonly NewlyWrapped[]): Promise<number> {
  const updated = await database.query(
    `UPDATE cards c SET data_key = r.wrapped, wrapping_kid = r.kid
     FROM unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::text[]) AS r (id, before, wrapped, kid)
     WHERE c.id = r.id AND c.data_key = r.before RETURNING c.id`,
    [
      rows.map(({ id }) => id),
      rows.map(({ before }) => before),
      rows.map(({ wrapped }) => wrapped),
      rows.map(({ kid }) => kid),
    ],
  );
  return updated.length;
}

/** How many cards are under each key-encryption key. */
export async function countByKey(database: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query<{ wrapping_kid: string; count: bigint }>(
    'SELECT wrapping_kid, count(*) FROM cards GROUP BY wrapping_kid',
  );
  return new Map(rows.map(({ wrapping_kid, count }) => [wrapping_kid, Number(count)]));
}
