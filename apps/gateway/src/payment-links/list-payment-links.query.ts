import { EnumField, PAYMENT_LINK_STATUSES } from '@centavo/contracts';
import { PageQuery } from '../http/lists/page.query.js';

/** Query of `GET /v1/payment-links`. */
export class ListPaymentLinksQuery extends PageQuery {
  @EnumField(PAYMENT_LINK_STATUSES, { optional: true }) status?: string;
}
