import { ANTICIPATION_STATUSES, ANTICIPATION_TYPES, EnumField } from '@centavo/contracts';
import { DateFilter } from '../http/lists/date.filter.js';
import { PageQuery } from '../http/lists/page.query.js';

/** Query of `GET /v1/anticipations`. */
export class ListAnticipationsQuery extends PageQuery {
  @EnumField(ANTICIPATION_STATUSES, { optional: true }) status?: string;
  @EnumField(ANTICIPATION_TYPES, { optional: true }) anticipation_type?: string;
  @DateFilter('Requested at or after.') date_from?: string;
  @DateFilter('Requested at or before.') date_to?: string;
}
