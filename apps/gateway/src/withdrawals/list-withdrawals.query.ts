import { EnumField, UuidField, WITHDRAWAL_METHODS, WITHDRAWAL_STATUSES } from '@centavo/contracts';
import { PageQuery } from '../http/lists/page.query.js';

/** Query of `GET /v1/withdrawals`. */
export class ListWithdrawalsQuery extends PageQuery {
  @EnumField(WITHDRAWAL_STATUSES, { optional: true }) status?: string;
  @UuidField({ optional: true }) submerchant_id?: string;
  @EnumField(WITHDRAWAL_METHODS, { optional: true }) type?: string;
}
