import { Reads } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import { keyedPageStatement, type KeyedList } from './keyed-list.js';
import type { Page, PageRequest } from './pagination.js';

/** Reads pages of lists that have a listing, newest first. */
@Injectable()
export class KeyedLists {
  constructor(private readonly reads: Reads) {}

  async page<Row extends { id: string }>(list: KeyedList, request: PageRequest): Promise<Page<Row>> {
    // No submerchant has its merchant's id, under which the listing has all of the merchant's.
    if (list.submerchantId?.toLowerCase() === list.merchantId) return { items: [], total: 0 };
    const { text, parameters } = keyedPageStatement(list, request);
    const rows = await this.reads.queryPrepared<Row & { total: bigint }>(text, parameters);
    // An empty page still has the row of the total.
    return { items: rows.filter(({ id }) => id !== null), total: Number(rows[0]!.total) };
  }
}
