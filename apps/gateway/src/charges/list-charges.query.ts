import { CHARGE_STATUSES, EnumField, PAYMENT_METHODS, UuidField } from '@centavo/contracts';
import { DateFilter } from '../http/lists/date.filter.js';
import { PageQuery } from '../http/lists/page.query.js';

/** Query of `GET /v1/charges`. */
export class ListChargesQuery extends PageQuery {
  @EnumField(CHARGE_STATUSES, { optional: true }) status?: string;
  @EnumField(PAYMENT_METHODS, { optional: true }) payment_method?: string;
  @UuidField({ optional: true }) submerchant_id?: string;
  @DateFilter('Made at or after.') created_from?: string;
  @DateFilter('Made at or before.') created_to?: string;
}
