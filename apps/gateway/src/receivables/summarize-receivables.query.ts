import { EnumField } from '@centavo/contracts';
import { DateFilter } from '../http/lists/date.filter.js';
import { SUMMARY_PERIODS, type SummaryPeriod } from './summary-period.js';

/** Query of `GET /v1/receivables/summary`. */
export class SummarizeReceivablesQuery {
  @DateFilter('Settles at or after.') date_from?: string;
  @DateFilter('Settles at or before.') date_to?: string;
  @EnumField(SUMMARY_PERIODS, {
    optional: true,
    description: 'Instead of dates. `last_…_days` end today, `next_…_days` begin tomorrow, in America/Sao_Paulo.',
  })
  period?: SummaryPeriod;
}
