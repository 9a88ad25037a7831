import { Database } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import { select, type List, type Selection } from './list.js';
import { ListTotals } from './list-totals.js';
import { offsetOf, type Page, type PageRequest } from './pagination.js';

/** Reads pages of lists, newest first. */
@Injectable()
export class Lists {
  constructor(
    private readonly database: Database,
    private readonly totals: ListTotals,
  ) {}

  async page<Row>(list: List, request: PageRequest): Promise<Page<Row>> {
    const selection = select(list);
    const rows = await this.#rows<Row>(selection, request);
    const offset = offsetOf(request);
    // A page that is not full is the last one and tells the total by itself; most lists are that short.
    const isLast = rows.length < request.perPage && (rows.length > 0 || offset === 0);
    return { items: rows, total: isLast ? offset + rows.length : await this.totals.total(selection) };
  }

  /** Ids first: what is skipped is skipped in the index, and only the page's own rows are read and joined. */
  #rows<Row>({ view, where, parameters }: Selection, request: PageRequest): Promise<Row[]> {
    const [limitAt, offsetAt] = [parameters.length + 1, parameters.length + 2];
    return this.database.query<Row>(
      `SELECT * FROM ${view}
       WHERE id = ANY (ARRAY(SELECT id FROM ${view} WHERE ${where} ORDER BY id DESC LIMIT $${limitAt} OFFSET $${offsetAt}))
       ORDER BY id DESC`,
      [...parameters, request.perPage, offsetOf(request)],
    );
  }
}
