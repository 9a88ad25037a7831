import { saoPauloDateOf } from '@centavo/brazil';
import {
  DomainError,
  done,
  presentReceivablesSummary,
  type ReceivablesSummary,
  type ReceivableSumRecord,
  type SuccessAnswer,
} from '@centavo/contracts';
import { Reads } from '@centavo/persistence';
import { Clock } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { fromInstant, untilInstant } from '../http/lists/date.filter.js';
import type { TimeRange } from '../http/lists/whole-days.js';
import { sumsStatement } from './receivable-reads.js';
import type { SummarizeReceivablesQuery } from './summarize-receivables.query.js';
import { periodRange } from './summary-period.js';

/** What a merchant's receivables add up to: of all time, of a period or between two dates of their settlement. */
@Injectable()
export class SummarizeReceivables {
  constructor(
    private readonly reads: Reads,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `period_conflict` */
  async execute(merchantId: string, query: SummarizeReceivablesQuery): Promise<SuccessAnswer<ReceivablesSummary>> {
    const { text, parameters } = sumsStatement(merchantId, this.#rangeOf(query));
    const sums = await this.reads.queryPrepared<ReceivableSumRecord>(text, parameters);
    return done('Receivables summary.', presentReceivablesSummary(sums));
  }

  #rangeOf({ period, date_from, date_to }: SummarizeReceivablesQuery): TimeRange {
    if (!period) return { from: fromInstant(date_from), until: untilInstant(date_to) };
    if (date_from || date_to) throw new DomainError('period_conflict');
    return periodRange(period, saoPauloDateOf(this.clock.now()));
  }
}
