import { AmountField, StringField } from '../../fields.js';

/** Body of `POST /v1/charges/{id}/refund`. */
export class RefundChargeDto {
  @AmountField({ optional: true, description: 'Centavos; by default all that is left.' }) amount?: number | null;
  @StringField({ optional: true, max: 255 }) reason?: string | null;
}
