import { ApiProperty } from '@nestjs/swagger';
import type { FeeTable } from '../fees.js';
import {
  ANTICIPATION_REVIEWS,
  WITHDRAWAL_METHODS,
  type AnticipationReview,
  type AnticipationSettings,
  type WithdrawalMethod,
} from '../merchant-settings.js';

export const MERCHANT_STATUSES = ['active', 'suspended'] as const;
export type MerchantStatus = (typeof MERCHANT_STATUSES)[number];

class MerchantAnticipation implements AnticipationSettings {
  @ApiProperty({ enum: ANTICIPATION_REVIEWS }) review!: AnticipationReview;
  @ApiProperty({ type: 'integer', example: 199, description: 'Interest, basis points per month.' })
  monthly_rate_bps!: number;
  @ApiProperty() automatic_enabled!: boolean;
}

export class Merchant {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() name!: string;
  @ApiProperty() legal_name!: string;
  @ApiProperty() tax_id!: string;
  @ApiProperty() email!: string;
  @ApiProperty({ enum: MERCHANT_STATUSES }) status!: MerchantStatus;
  @ApiProperty({ format: 'uuid' }) wallet_id!: string;
  @ApiProperty({ type: 'object', additionalProperties: true }) fees!: FeeTable;
  @ApiProperty({ type: MerchantAnticipation }) anticipation!: AnticipationSettings;
  @ApiProperty({ enum: WITHDRAWAL_METHODS, isArray: true }) withdrawal_methods!: readonly WithdrawalMethod[];
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
  anticipation: AnticipationSettings;
  withdrawal_methods: readonly WithdrawalMethod[];
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
  anticipation: record.anticipation,
  withdrawal_methods: record.withdrawal_methods,
  created_at: record.created_at.toISOString(),
  updated_at: record.updated_at.toISOString(),
});
