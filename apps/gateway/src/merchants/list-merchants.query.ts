import { EnumField, MERCHANT_STATUSES, StringField, type MerchantStatus } from '@centavo/contracts';
import { PageQuery } from '../http/lists/page.query.js';

/** Query of `GET /admin/v1/merchants`. */
export class ListMerchantsQuery extends PageQuery {
  @EnumField(MERCHANT_STATUSES, { optional: true }) status?: MerchantStatus;
  @StringField({ optional: true, max: 14, description: 'Digits and letters only.', example: '11222333000181' })
  tax_id?: string;
}
