import { ApiProperty } from '@nestjs/swagger';

export class ChargeCustomer {
  @ApiProperty() name!: string;
  @ApiProperty() email!: string;
  @ApiProperty() tax_id!: string;
  @ApiProperty() phone!: string;
  @ApiProperty({ enum: ['individual', 'company'] }) type!: 'individual' | 'company';
}

export class ChargeItem {
  @ApiProperty() name!: string;
  @ApiProperty({ type: 'integer' }) quantity!: number;
  @ApiProperty({ type: 'integer' }) unit_price!: number;
  @ApiProperty() tangible!: boolean;
}

const nullableText = { nullable: true, type: String } as const;

export class ChargeAddress {
  @ApiProperty() street!: string;
  @ApiProperty() number!: string;
  @ApiProperty(nullableText) complement!: string | null;
  @ApiProperty() neighborhood!: string;
  @ApiProperty() city!: string;
  @ApiProperty() state!: string;
  @ApiProperty() zip_code!: string;
  @ApiProperty() country!: string;
}

export const SPLIT_TYPES = ['percentage', 'flat'] as const;
export type SplitType = (typeof SPLIT_TYPES)[number];

/** One line of the division of a charge among recipients. */
export class ChargeSplit {
  @ApiProperty({ format: 'uuid' }) recipient_id!: string;
  @ApiProperty({ enum: SPLIT_TYPES }) type!: SplitType;
  @ApiProperty({ description: 'Percent (at most two decimals) of the total, or centavos.' }) amount!: number;
  @ApiProperty() liable!: boolean;
  @ApiProperty() charge_processing_fee!: boolean;
  @ApiProperty() charge_remainder!: boolean;
}

export class ChargeRefund {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ type: 'integer', description: 'Centavos.' }) amount!: number;
  @ApiProperty(nullableText) reason!: string | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}

export type ChargeMetadata = Record<string, string | number | boolean>;
