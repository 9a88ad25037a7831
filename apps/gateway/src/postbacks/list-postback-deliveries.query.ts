import { EnumField, POSTBACK_DELIVERY_STATUSES, PUBLIC_EVENT_KINDS, UuidField } from '@centavo/contracts';
import { DateFilter } from '../http/lists/date.filter.js';
import { PageQuery } from '../http/lists/page.query.js';

/** Query of `GET /v1/postbacks/deliveries`. */
export class ListPostbackDeliveriesQuery extends PageQuery {
  @UuidField({ optional: true }) endpoint_id?: string;
  @EnumField(PUBLIC_EVENT_KINDS, { optional: true }) event?: string;
  @EnumField(POSTBACK_DELIVERY_STATUSES, { optional: true }) status?: string;
  @DateFilter('Of events at or after.') date_from?: string;
  @DateFilter('Of events at or before.') date_to?: string;
}
