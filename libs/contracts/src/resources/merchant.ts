import { ApiProperty } from '@nestjs/swagger';
import type { FeeTable } from '../fees.js';

export const MERCHANT_STATUSES = ['active', 'suspended'] as const;
export type MerchantStatus = (typeof MERCHANT_STATUSES)[number];

export class Merchant {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() name!: string;
  @ApiProperty() legal_name!: string;
  @ApiProperty() tax_id!: string;
  @ApiProperty() email!: string;
  @ApiProperty({ enum: MERCHANT_STATUSES }) status!: MerchantStatus;
  @ApiProperty({ format: 'uuid' }) wallet_id!: string;
  @ApiProperty({ type: 'object', additionalProperties: true }) fees!: FeeTable;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) updated_at!: string;
}

export interface MerchantRecord {
  id: string;
  name: string;
  legal_name: string;
  tax_id: string;
  email: string;
  status: MerchantStatus;
  wallet_id: string;
  fees: FeeTable;
  created_at: Date;
  updated_at: Date;
}

export const presentMerchant = (record: MerchantRecord): Merchant => ({
  id: record.id,
  name: record.name,
  legal_name: record.legal_name,
  tax_id: record.tax_id,
  email: record.email,
  status: record.status,
  wallet_id: record.wallet_id,
  fees: record.fees,
  created_at: record.created_at.toISOString(),
  updated_at: record.updated_at.toISOString(),
});
