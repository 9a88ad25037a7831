import { PinField } from './transaction-pin.fields.js';

/** Body of `PUT /v1/transaction-pin`. */
export class SetTransactionPinDto {
  @PinField({ description: '4 digits.' }) pin!: string;
  @PinField({ optional: true, description: 'Required where there is a PIN already.' }) current_pin?: string | null;
}

/** Body of `DELETE /v1/transaction-pin`. */
export class RemoveTransactionPinDto {
  @PinField() current_pin!: string;
}
