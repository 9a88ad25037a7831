import { ApiProperty } from '@nestjs/swagger';
import { WITHDRAWAL_METHODS, type WithdrawalMethod } from '../merchant-settings.js';
import { WITHDRAWAL_STATUSES, type WithdrawalStatus } from '../states/withdrawal.states.js';

/** Where a withdrawal goes, as far as it may be seen: documents, accounts, keys and addresses are masked. */
export type RecipientSnapshot = { readonly type: WithdrawalMethod } & Readonly<Record<string, string | null>>;

/** The merchant's own data on a withdrawal. */
export type WithdrawalMetadata = Readonly<Record<string, string | number | boolean>>;

export class Withdrawal {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) merchant_id!: string;
  @ApiProperty({ format: 'uuid', nullable: true, type: String, description: 'Whose wallet it is.' })
  submerchant_id!: string | null;
  @ApiProperty({ format: 'uuid' }) wallet_id!: string;
  @ApiProperty({ enum: WITHDRAWAL_METHODS }) type!: WithdrawalMethod;
  @ApiProperty({ description: 'The bank that pays it.' }) acquirer_name!: string;
  @ApiProperty({ nullable: true, type: String, description: "The bank's id of the payment." }) external_id!:
    string | null;
  @ApiProperty({ type: 'integer', description: 'Centavos that the wallet is debited.' }) amount!: number;
  @ApiProperty({ type: 'integer' }) fee!: number;
  @ApiProperty({ type: 'integer', description: 'Centavos that arrive: `amount - fee`.' }) netAmount!: number;
  @ApiProperty({ enum: WITHDRAWAL_STATUSES }) status!: WithdrawalStatus;
  @ApiProperty({ description: "The same for every withdrawal of the merchant's to the same destination." })
  recipient_id!: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string', nullable: true },
    description: 'The destination. Documents, accounts, Pix keys and addresses are masked.',
    example: { type: 'pix', pix_key_type: 'email', pix_key: 'm***@example.com' },
  })
  recipient_snapshot!: RecipientSnapshot;
  @ApiProperty({ nullable: true, type: String }) failure_reason!: string | null;
  @ApiProperty({ format: 'date-time', nullable: true, type: String, description: 'When it was handed to the bank.' })
  processed_at!: string | null;
  @ApiProperty({ format: 'date-time', nullable: true, type: String }) completed_at!: string | null;
  @ApiProperty({ format: 'date-time', nullable: true, type: String }) failed_at!: string | null;
  @ApiProperty({
    type: 'object',
    nullable: true,
    additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] },
  })
  metadata!: WithdrawalMetadata | null;
  @ApiProperty() idempotency_key!: string;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) updated_at!: string;
}

/** A withdrawal as PostgreSQL holds it (`ledger.published_withdrawals`). */
export interface WithdrawalRecord {
  readonly id: string;
  readonly merchant_id: string;
  readonly submerchant_id: string | null;
  readonly wallet_id: string;
  readonly type: WithdrawalMethod;
  readonly acquirer_name: string;
  readonly external_id: string | null;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly status: WithdrawalStatus;
  readonly recipient_id: string;
  readonly recipient_snapshot: RecipientSnapshot;
  readonly failure_reason: string | null;
  readonly processed_at: Date | null;
  readonly completed_at: Date | null;
  readonly failed_at: Date | null;
  readonly metadata: WithdrawalMetadata | null;
  readonly idempotency_key: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export const presentWithdrawal = (record: WithdrawalRecord): Withdrawal => ({
  id: record.id,
  merchant_id: record.merchant_id,
  submerchant_id: record.submerchant_id,
  wallet_id: record.wallet_id,
  type: record.type,
  acquirer_name: record.acquirer_name,
  external_id: record.external_id,
  amount: Number(record.amount),
  fee: Number(record.fee),
  netAmount: Number(record.amount - record.fee),
  status: record.status,
  recipient_id: record.recipient_id,
  recipient_snapshot: record.recipient_snapshot,
  failure_reason: record.failure_reason,
  processed_at: record.processed_at?.toISOString() ?? null,
  completed_at: record.completed_at?.toISOString() ?? null,
  failed_at: record.failed_at?.toISOString() ?? null,
  metadata: record.metadata,
  idempotency_key: record.idempotency_key,
  created_at: record.created_at.toISOString(),
  updated_at: record.updated_at.toISOString(),
});
