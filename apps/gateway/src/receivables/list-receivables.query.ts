import { EnumField, PAYMENT_METHODS, RECEIVABLE_STATUSES, UuidField } from '@centavo/contracts';
import { DateFilter } from '../http/lists/date.filter.js';
import { PageQuery } from '../http/lists/page.query.js';

/** Query of `GET /v1/receivables`. */
export class ListReceivablesQuery extends PageQuery {
  @EnumField(RECEIVABLE_STATUSES, { optional: true }) status?: string;
  @EnumField(PAYMENT_METHODS, { optional: true }) payment_method?: string;
  @DateFilter('Settles at or after.') settlement_date_from?: string;
  @DateFilter('Settles at or before.') settlement_date_to?: string;
  @UuidField({ optional: true }) charge_id?: string;
  @UuidField({ optional: true }) submerchant_id?: string;
}
