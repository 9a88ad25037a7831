import { ApiProperty } from '@nestjs/swagger';

/** What a wallet entry is about. */
export const WALLET_ENTRY_REFERENCE_TYPES = [
  'charge',
  'refund',
  'chargeback',
  'chargeback_reversal',
  'withdrawal',
  'withdrawal_reversal',
  'anticipation',
  'adjustment',
] as const;
export type WalletEntryReferenceType = (typeof WALLET_ENTRY_REFERENCE_TYPES)[number];

export const ENTRY_DIRECTIONS = ['credit', 'debit'] as const;
export type EntryDirection = (typeof ENTRY_DIRECTIONS)[number];

/** One line of the statement of a wallet's available balance. */
export class WalletEntry {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) wallet_id!: string;
  @ApiProperty({ enum: ENTRY_DIRECTIONS }) direction!: EntryDirection;
  @ApiProperty({ type: 'integer', description: 'Centavos, above zero.' }) amount!: number;
  @ApiProperty({ type: 'integer', description: 'The available balance after this entry, in centavos.' })
  balance_after!: number;
  @ApiProperty({ enum: WALLET_ENTRY_REFERENCE_TYPES }) reference_type!: WalletEntryReferenceType;
  @ApiProperty({
    format: 'uuid',
    description:
      'Of the charge (`charge`, `chargeback`, `chargeback_reversal`), the refund, the withdrawal, the anticipation or the adjustment.',
  })
  reference_id!: string;
  @ApiProperty() description!: string;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}

export interface WalletEntryRecord {
  id: string;
  wallet_id: string;
  /** Credit positive, debit negative. */
  amount: bigint;
  balance_after: bigint;
  reference_type: WalletEntryReferenceType;
  reference_id: string;
  description: string;
  created_at: Date;
}

export const presentWalletEntry = (record: WalletEntryRecord): WalletEntry => ({
  id: record.id,
  wallet_id: record.wallet_id,
  direction: record.amount > 0n ? 'credit' : 'debit',
  amount: Math.abs(Number(record.amount)),
  balance_after: Number(record.balance_after),
  reference_type: record.reference_type,
  reference_id: record.reference_id,
  description: record.description,
  created_at: record.created_at.toISOString(),
});
