import { BooleanField, EnumArrayField, EnumField, IntegerField, NestedField } from '../../fields.js';
import {
  ANTICIPATION_REVIEWS,
  WITHDRAWAL_METHODS,
  type AnticipationReview,
  type WithdrawalMethod,
} from '../../merchant-settings.js';
import { MERCHANT_STATUSES, type MerchantStatus } from '../../resources/merchant.js';
import { FeesDto } from './fees.dto.js';

/** More than the money itself per month is nobody's rate. */
const MAX_MONTHLY_RATE_BPS = 10_000;

/** The settings that change. */
export class AnticipationSettingsDto {
  @EnumField(ANTICIPATION_REVIEWS, {
    omittable: true,
    description: 'Whether anticipations are approved at once, or wait for an operator.',
  })
  review?: AnticipationReview;

  @IntegerField({
    min: 0,
    max: MAX_MONTHLY_RATE_BPS,
    omittable: true,
    description: 'Interest, basis points per month.',
    example: 199,
  })
  monthly_rate_bps?: number;

  @BooleanField({ omittable: true }) automatic_enabled?: boolean;
}

/** Body of `PATCH /admin/v1/merchants/{id}`: what is left out stays as it is. */
export class UpdateMerchantDto {
  @EnumField(MERCHANT_STATUSES, {
    omittable: true,
    description: 'A suspended merchant can read and nothing else, within a second.',
  })
  status?: MerchantStatus;

  @NestedField(() => FeesDto, { omittable: true }) fees?: FeesDto;
  @NestedField(() => AnticipationSettingsDto, { omittable: true }) anticipation?: AnticipationSettingsDto;

  @EnumArrayField(WITHDRAWAL_METHODS, {
    omittable: true,
    description: 'How the merchant can withdraw. `crypto` only where the deployment has it.',
    example: ['pix', 'ted'],
  })
  withdrawal_methods?: WithdrawalMethod[];
}
