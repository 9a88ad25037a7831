import { ApiProperty } from '@nestjs/swagger';
import { PinField } from './transaction-pin.fields.js';

/** Body of `PUT /v1/transaction-pin`. */
export class SetTransactionPinDto {
  @PinField({ description: '4 digits.' }) pin!: string;
  @PinField({ optional: true, description: 'Required where there is a PIN already.' }) current_pin?: string | null;
}

/** Body of `DELETE /v1/transaction-pin`. A client that sends none at all is told of the missing field like any other. */
export class RemoveTransactionPinDto {
  @ApiProperty({ required: true, nullable: false })
  @PinField({ optional: true })
  current_pin?: string | null;
}
