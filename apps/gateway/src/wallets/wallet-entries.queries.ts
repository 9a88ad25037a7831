import { DomainError, presentWalletEntry, type WalletEntry, type WalletEntryRecord } from '@centavo/contracts';
import { Reads } from '@centavo/persistence';
import { Logger } from '@centavo/runtime';
import { Injectable, type StreamableFile } from '@nestjs/common';
import { CSV_PAGE_SIZE, csvFile } from '../http/csv/csv-file.js';
import { fromInstant, untilInstant } from '../http/lists/date.filter.js';
import { pageAnswer, type PageAnswer } from '../http/lists/pagination.js';
import type { ListWalletEntriesQuery } from './list-wallet-entries.query.js';
import {
  entriesPageStatement,
  entryRangeStatement,
  lastEntriesStatement,
  type EntriesWanted,
  type EntryRange,
} from './wallet-statement.js';

/** An entry with its number on the account. */
type NumberedEntry = WalletEntryRecord & { readonly version: bigint };

const COLUMNS: Readonly<Record<keyof WalletEntry, true>> = {
  id: true,
  wallet_id: true,
  direction: true,
  amount: true,
  balance_after: true,
  reference_type: true,
  reference_id: true,
  description: true,
  created_at: true,
};

@Injectable()
export class WalletEntryQueries {
  constructor(
    private readonly reads: Reads,
    private readonly logger: Logger,
  ) {}

  /** @throws DomainError `wallet_not_found` */
  async list(merchantId: string, walletId: string, query: ListWalletEntriesQuery): Promise<PageAnswer<WalletEntry>> {
    const { text, parameters } = entriesPageStatement(wantedBy(merchantId, walletId, query), query);
    const rows = await this.reads.queryPrepared<NumberedEntry & { total: bigint }>(text, parameters);
    if (!rows[0]) throw new DomainError('wallet_not_found');
    const total = Number(rows[0].total);
    // An empty page still has the row of the total.
    const items = rows.filter(({ id }) => id !== null).map(presentWalletEntry);
    return pageAnswer('Wallet entries.', { items, total }, query);
  }

  /** All that there are now: what is recorded meanwhile is not in the file. @throws DomainError `wallet_not_found` */
  async csv(merchantId: string, walletId: string, query: ListWalletEntriesQuery): Promise<StreamableFile> {
    const wanted = wantedBy(merchantId, walletId, query);
    const { text, parameters } = entryRangeStatement(wanted);
    const [range] = await this.reads.queryPrepared<EntryRange>(text, parameters);
    if (!range) throw new DomainError('wallet_not_found');
    return csvFile({ name: 'wallet-entries', columns: COLUMNS, pages: this.#pages(wanted, range) }, this.logger);
  }

  async *#pages(wanted: EntriesWanted, whole: EntryRange): AsyncGenerator<WalletEntry[]> {
    for (let range = whole; ;) {
      const { text, parameters } = lastEntriesStatement(wanted, range, CSV_PAGE_SIZE);
      const entries = await this.reads.queryPrepared<NumberedEntry>(text, parameters);
      yield entries.map(presentWalletEntry);
      if (entries.length < CSV_PAGE_SIZE) return;
      range = { ...range, end: entries.at(-1)!.version };
    }
  }
}

const wantedBy = (merchantId: string, walletId: string, query: ListWalletEntriesQuery): EntriesWanted => ({
  merchantId,
  walletId,
  referenceType: query.reference_type,
  direction: query.direction,
  from: fromInstant(query.date_from),
  until: untilInstant(query.date_to),
});
