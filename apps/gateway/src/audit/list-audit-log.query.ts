import { EnumField, StringField, UuidField } from '@centavo/contracts';
import { DateFilter } from '../http/lists/date.filter.js';
import { PageQuery } from '../http/lists/page.query.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Query of `GET /admin/v1/audit-log`. */
export class ListAuditLogQuery extends PageQuery {
  @StringField({ optional: true, example: 'operator:3f9a1c07' }) operator?: string;
  @UuidField({ optional: true, description: 'What the path named, or what the call changed.' }) resource_id?: string;
  @EnumField(METHODS, { optional: true }) method?: string;
  @StringField({ optional: true, description: 'What the call did.', example: 'merchant.suspended' }) action?: string;
  @DateFilter('Called on or after it.') date_from?: string;
  @DateFilter('Called on or before it.') date_to?: string;
}
