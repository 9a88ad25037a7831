import { Reads } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import { select, type List, type Selection } from './list.js';
import { offsetOf, type Page, type PageRequest } from './pagination.js';
import { SettledCounts } from './settled-counts.js';

interface Counted {
  readonly settled: bigint;
  readonly recent: bigint;
}

/** Reads pages of lists, newest first. */
@Injectable()
export class Lists {
  constructor(
    private readonly reads: Reads,
    private readonly counts: SettledCounts,
  ) {}

  /** One statement: what a page costs is above all the way to PostgreSQL and back. */
  async page<Row extends { id: string }>(list: List, request: PageRequest): Promise<Page<Row>> {
    const selection = select(list);
    const soFar = this.counts.soFar(selection);
    const rows = await this.reads.query<Row & Counted>(pageStatement(selection), [
      ...selection.parameters,
      request.perPage,
      offsetOf(request),
      soFar.from,
      soFar.upTo,
    ]);
    const [settled, recent] = [Number(rows[0]!.settled), Number(rows[0]!.recent)];
    this.counts.remember(selection, soFar, settled);
    // An empty page still has the row of the counts.
    return { items: rows.filter(({ id }) => id !== null), total: soFar.count + settled + recent };
  }
}

/** Ids first: what is skipped is skipped in the index, and only the page's own rows are read and joined. */
function pageStatement({ view, where, parameters }: Selection): string {
  const [limit, offset, from, upTo] = [1, 2, 3, 4].map((place) => `$${parameters.length + place}`);
  return `
    SELECT page.*, counts.*
    FROM (
      SELECT count(*) FILTER (WHERE id < ${upTo}::uuid) AS settled, count(*) FILTER (WHERE id >= ${upTo}::uuid) AS recent
      FROM ${view} WHERE ${where} AND id >= ${from}::uuid
    ) counts
    LEFT JOIN (
      SELECT * FROM ${view}
      WHERE id = ANY (ARRAY(SELECT id FROM ${view} WHERE ${where} ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}))
    ) page ON true
    ORDER BY page.id DESC`;
}
