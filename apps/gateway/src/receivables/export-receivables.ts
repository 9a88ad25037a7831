import { presentReceivable, type Receivable, type ReceivableRecord } from '@centavo/contracts';
import { Reads } from '@centavo/persistence';
import { LAST_ID, Logger } from '@centavo/runtime';
import { Injectable, type StreamableFile } from '@nestjs/common';
import { CSV_PAGE_SIZE, csvFile } from '../http/csv/csv-file.js';
import type { ListReceivablesQuery } from './list-receivables.query.js';
import { scanStatement, type ReceivablesWanted } from './receivable-reads.js';
import { isNobody, ReceivableQueries, receivablesWanted } from './receivables.queries.js';

const COLUMNS: Readonly<Record<keyof Receivable, true>> = {
  id: true,
  charge_id: true,
  merchant_id: true,
  submerchant_id: true,
  recipient_id: true,
  gross_amount: true,
  net_amount: true,
  fee_amount: true,
  status: true,
  payment_method: true,
  installment: true,
  settlement_date: true,
  original_settlement_date: true,
  anticipation_id: true,
  settled_at: true,
  created_at: true,
};

type Seen = ReceivableRecord & { readonly reached: string | null };

/** Receivables as a file: each once, newest first, as it is when its part of the file is read. */
@Injectable()
export class ExportReceivables {
  constructor(
    private readonly reads: Reads,
    private readonly receivables: ReceivableQueries,
    private readonly logger: Logger,
  ) {}

  execute(merchantId: string, query: ListReceivablesQuery): Promise<StreamableFile> {
    const wanted = receivablesWanted(merchantId, query);
    const pages = wanted.chargeId ? this.#ofCharge(wanted) : this.#pages(wanted);
    return csvFile({ name: 'receivables', columns: COLUMNS, pages }, this.logger);
  }

  async *#ofCharge(wanted: ReceivablesWanted): AsyncGenerator<Receivable[]> {
    const { items } = await this.receivables.ofCharge(wanted, { page: 1, perPage: CSV_PAGE_SIZE });
    yield items.map(presentReceivable);
  }

  async *#pages(wanted: ReceivablesWanted): AsyncGenerator<Receivable[]> {
    if (isNobody(wanted)) return;
    for (let before = LAST_ID; ;) {
      const { text, parameters } = scanStatement(wanted, before, CSV_PAGE_SIZE);
      const rows = await this.reads.queryPrepared<Seen>(text, parameters);
      // A part without receivables still has the row that says how far it reaches.
      yield rows.filter(({ id }) => id !== null).map(presentReceivable);
      const { reached } = rows[0]!;
      if (reached === null) return;
      before = reached;
    }
  }
}
