import { ApiProperty } from '@nestjs/swagger';

export const ADDRESS_TYPES = ['billing', 'shipping', 'commercial'] as const;
export type AddressType = (typeof ADDRESS_TYPES)[number];

export class SubmerchantAddress {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) submerchant_id!: string;
  @ApiProperty({ enum: ADDRESS_TYPES }) type!: AddressType;
  @ApiProperty() street!: string;
  @ApiProperty() number!: string;
  @ApiProperty({ nullable: true, type: String }) complement!: string | null;
  @ApiProperty() neighborhood!: string;
  @ApiProperty() city!: string;
  @ApiProperty({ example: 'SP' }) state!: string;
  @ApiProperty({ example: '01304001' }) zip_code!: string;
  @ApiProperty({ example: 'BR' }) country!: string;
  @ApiProperty({ description: 'Exactly one of a submerchant’s addresses is.' }) is_primary!: boolean;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}

export interface SubmerchantAddressRecord {
  id: string;
  submerchant_id: string;
  merchant_id: string;
  type: AddressType;
  street: string;
  number: string;
  complement: string | null;
  neighborhood: string;
  city: string;
  state: string;
  zip_code: string;
  country: string;
  is_primary: boolean;
  created_at: Date;
}

export const presentSubmerchantAddress = (record: SubmerchantAddressRecord): SubmerchantAddress => ({
  id: record.id,
  submerchant_id: record.submerchant_id,
  type: record.type,
  street: record.street,
  number: record.number,
  complement: record.complement,
  neighborhood: record.neighborhood,
  city: record.city,
  state: record.state,
  zip_code: record.zip_code,
  country: record.country,
  is_primary: record.is_primary,
  created_at: record.created_at.toISOString(),
});
