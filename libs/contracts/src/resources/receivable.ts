import { ApiProperty } from '@nestjs/swagger';
import { PAYMENT_METHODS, type PaymentMethod } from '../payment-methods.js';
import { RECEIVABLE_STATUSES, type ReceivableStatus } from '../states/receivable.states.js';

export class Receivable {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) charge_id!: string;
  @ApiProperty({ format: 'uuid' }) merchant_id!: string;
  @ApiProperty({ format: 'uuid', nullable: true, type: String }) submerchant_id!: string | null;
  @ApiProperty({ format: 'uuid', description: 'The merchant or submerchant that is paid.' }) recipient_id!: string;
  @ApiProperty({
    type: 'integer',
    description:
      'Centavos. Shrinks with refunds until the receivable is paid; one that was settled or canceled goes on showing what it was, and what was taken back afterwards is in the statement of the wallet.',
  })
  gross_amount!: number;
  @ApiProperty({ type: 'integer' }) net_amount!: number;
  @ApiProperty({ type: 'integer' }) fee_amount!: number;
  @ApiProperty({ enum: RECEIVABLE_STATUSES }) status!: ReceivableStatus;
  @ApiProperty({ enum: PAYMENT_METHODS }) payment_method!: PaymentMethod;
  @ApiProperty({ type: 'integer' }) installment!: number;
  @ApiProperty({ format: 'date-time' }) settlement_date!: string;
  @ApiProperty({ format: 'date-time' }) original_settlement_date!: string;
  @ApiProperty({ format: 'uuid', nullable: true, type: String }) anticipation_id!: string | null;
  @ApiProperty({ format: 'date-time', nullable: true, type: String }) settled_at!: string | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}

export interface ReceivableRecord {
  id: string;
  charge_id: string;
  merchant_id: string;
  submerchant_id: string | null;
  recipient_id: string;
  gross_amount: bigint;
  net_amount: bigint;
  fee_amount: bigint;
  status: ReceivableStatus;
  payment_method: PaymentMethod;
  installment: number;
  settlement_date: Date;
  original_settlement_date: Date;
  anticipation_id: string | null;
  settled_at: Date | null;
  created_at: Date;
}

export const presentReceivable = (record: ReceivableRecord): Receivable => ({
  id: record.id,
  charge_id: record.charge_id,
  merchant_id: record.merchant_id,
  submerchant_id: record.submerchant_id,
  recipient_id: record.recipient_id,
  gross_amount: Number(record.gross_amount),
  net_amount: Number(record.net_amount),
  fee_amount: Number(record.fee_amount),
  status: record.status,
  payment_method: record.payment_method,
  installment: record.installment,
  settlement_date: record.settlement_date.toISOString(),
  original_settlement_date: record.original_settlement_date.toISOString(),
  anticipation_id: record.anticipation_id,
  settled_at: record.settled_at?.toISOString() ?? null,
  created_at: record.created_at.toISOString(),
});
