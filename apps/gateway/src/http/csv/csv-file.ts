import type { Logger } from '@centavo/runtime';
import { StreamableFile } from '@nestjs/common';
import { Readable } from 'node:stream';
import { csvLine, type CellValue } from './csv-rows.js';

/** How many rows are read from PostgreSQL at once: so many are in memory, however long the file is. */
export const CSV_PAGE_SIZE = 1_000;

/** A resource that a line can hold. */
type Flat<Item> = { readonly [Field in keyof Item]: CellValue };

/** A list as a CSV file. */
export interface CsvContent<Item> {
  /** Of the file, without its ending. */
  readonly name: string;
  /** The fields in the order of their columns; all of the resource's. */
  readonly columns: Readonly<Record<keyof Item, true>>;
  /** Read as the client takes what comes before, and no further than it does. */
  readonly pages: AsyncIterable<readonly Item[]>;
}

/**
 * Answers a list as CSV, as long as it may be: a header with the names of the fields, then a line for each. What fails before the first page is
 * there is an error as in any answer; after it the connection is cut, so that nobody takes a part for the whole.
 */
export async function csvFile<Item extends Flat<Item>>(
  { name, columns, pages }: CsvContent<Item>,
  logger: Logger,
): Promise<StreamableFile> {
  const fields = Object.keys(columns) as (keyof Item)[];
  const iterator = pages[Symbol.asyncIterator]();
  const first = await iterator.next();
  const linesOf = (items: readonly Item[]): string =>
    items.map((item) => csvLine(fields.map((field): CellValue => item[field]))).join('');

  async function* chunks(): AsyncGenerator<string> {
    yield csvLine(fields as string[]);
    try {
      for (let page = first; !page.done; page = await iterator.next()) yield linesOf(page.value);
    } catch (error) {
      logger.error('a CSV file was broken off', { error });
      throw error;
    } finally {
      await iterator.return?.();
    }
  }
  return new StreamableFile(Readable.from(chunks(), { objectMode: false }), {
    type: 'text/csv; charset=utf-8; header=present',
    disposition: `attachment; filename="${name}.csv"`,
  });
}
