import { AmountField } from '../../fields.js';

/** Body of `POST /v1/charges/{id}/capture`. */
export class CaptureChargeDto {
  @AmountField({ optional: true, description: 'Centavos; by default all that is authorized.' }) amount?: number | null;
}
