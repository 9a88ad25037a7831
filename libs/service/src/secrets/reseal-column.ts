import type { Database } from '@centavo/persistence';
import { FIRST_ID, resealTexts, SecretBoxError, type SecretBox } from '@centavo/runtime';
import type { SealedColumn } from './sealed-column.js';

const BATCH = 500;

/** What a column holds. */
export interface SealedCounts {
  /** Under the first key. */
  readonly current: number;
  /** Under other keys that there are. */
  readonly earlier: number;
  /** Ids of rows that nobody can open: under a key that is not there any more, or changed. */
  readonly unreadable: readonly string[];
}

interface Row {
  readonly id: string;
  readonly value: Buffer | string;
  readonly owner: string;
}

interface Batch extends SealedCounts {
  readonly changes: readonly { readonly id: string; readonly before: Row['value']; readonly after: Row['value'] }[];
}

/** Counts without changing anything. */
export async function countSealed(database: Database, column: SealedColumn, box: SecretBox): Promise<SealedCounts> {
  let [current, earlier] = [0, 0];
  const unreadable: string[] = [];
  for await (const batch of batchesOf(database, column, box)) {
    current += batch.current;
    earlier += batch.earlier;
    unreadable.push(...batch.unreadable);
  }
  return { current, earlier, unreadable };
}

/**
 * Puts everything in a column under the first key, batch after batch, while everything runs. Stopped in the middle it goes on the next time;
 * what somebody changes meanwhile is left as it then is.
 * @returns how many rows
 */
export async function resealColumn(database: Database, column: SealedColumn, box: SecretBox): Promise<number> {
  let count = 0;
  for await (const { changes } of batchesOf(database, column, box)) {
    if (changes.length > 0) count += await write(database, column, changes);
  }
  return count;
}

async function* batchesOf(database: Database, column: SealedColumn, box: SecretBox): AsyncGenerator<Batch> {
  const { id, idType, owner, where, table } = column;
  let after = BEFORE_ALL[idType];
  for (;;) {
    const rows = await database.query<Row>(
      `SELECT ${id}::text AS id, ${column.column} AS value, ${owner}::text AS owner FROM ${table}
       WHERE ${id} > $1::${idType} AND ${where} ORDER BY ${table}.${id} LIMIT ${BATCH}`,
      [after],
    );
    if (rows.length === 0) return;
    yield sort(rows, column, box);
    after = rows.at(-1)!.id;
  }
}

const BEFORE_ALL: Readonly<Record<SealedColumn['idType'], string>> = { uuid: FIRST_ID, bigint: '0', text: '' };

function sort(rows: readonly Row[], { type }: SealedColumn, box: SecretBox): Batch {
  const changes: Batch['changes'][number][] = [];
  const unreadable: string[] = [];
  for (const { id, value, owner } of rows) {
    try {
      const after = type === 'bytea' ? box.reseal(value as Buffer, owner) : resealJson(box, value as string);
      if (after !== null) changes.push({ id, before: value, after });
    } catch (error) {
      if (!(error instanceof SecretBoxError)) throw error;
      unreadable.push(id);
    }
  }
  const earlier = changes.length;
  return { changes, unreadable, earlier, current: rows.length - earlier - unreadable.length };
}

function resealJson(box: SecretBox, text: string): string | null {
  const value = JSON.parse(text) as unknown;
  const resealed = resealTexts(box, value);
  return resealed === value ? null : JSON.stringify(resealed);
}

/** Only where it is still as it was read. */
async function write(
  database: Database,
  { table, column, id, idType, type }: SealedColumn,
  changes: Batch['changes'],
): Promise<number> {
  const updated = await database.query(
    `UPDATE ${table} t SET ${column} = c.after
     FROM unnest($1::${idType}[], $2::${type}[], $3::${type}[]) AS c (id, before, after)
     WHERE t.${id} = c.id AND t.${column} = c.before RETURNING 1`,
    [changes.map((change) => change.id), changes.map(({ before }) => before), changes.map(({ after }) => after)],
  );
  return updated.length;
}
