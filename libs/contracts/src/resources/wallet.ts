import { ApiProperty } from '@nestjs/swagger';

export const OWNER_TYPES = ['merchant', 'submerchant'] as const;
export type OwnerType = (typeof OWNER_TYPES)[number];

export class Wallet {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) owner_id!: string;
  @ApiProperty({ enum: OWNER_TYPES }) owner_type!: OwnerType;
  @ApiProperty({ example: 'BRL' }) currency!: string;
  @ApiProperty({ type: 'integer', description: 'Centavos that can be withdrawn; negative after a late refund.' })
  available_amount!: number;
  @ApiProperty({ type: 'integer', description: 'Centavos of receivables to come.' }) pending_amount!: number;
  @ApiProperty({ type: 'integer', description: 'Centavos held by chargebacks.' }) blocked_amount!: number;
}

export interface WalletRecord {
  id: string;
  merchant_id: string;
  owner_id: string;
  owner_type: OwnerType;
  currency: string;
  available_amount: bigint;
  pending_amount: bigint;
  blocked_amount: bigint;
}

export const presentWallet = (record: WalletRecord): Wallet => ({
  id: record.id,
  owner_id: record.owner_id,
  owner_type: record.owner_type,
  currency: record.currency,
  available_amount: Number(record.available_amount),
  pending_amount: Number(record.pending_amount),
  blocked_amount: Number(record.blocked_amount),
});
