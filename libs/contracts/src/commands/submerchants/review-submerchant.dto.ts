import { EnumField, StringField } from '../../fields.js';
import { SUBMERCHANT_STATUSES, type SubmerchantStatus } from '../../states/submerchant.states.js';

/** Body of `POST /admin/v1/submerchants/{id}/review`. */
export class ReviewSubmerchantDto {
  @EnumField(SUBMERCHANT_STATUSES, { description: 'The status to enter.', example: 'approved' })
  status!: SubmerchantStatus;
  @StringField({ optional: true, max: 2_000, description: 'Shown to the merchant as `review_notes`.' })
  notes?: string | null;
}
