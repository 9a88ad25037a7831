import { ApiProperty } from '@nestjs/swagger';

/** Whether a merchant's withdrawals need its PIN. The PIN itself is never shown. */
export class TransactionPin {
  @ApiProperty({ format: 'uuid', description: "The merchant's." }) id!: string;
  @ApiProperty() enabled!: boolean;
}
