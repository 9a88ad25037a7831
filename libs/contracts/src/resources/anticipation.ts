import { ApiProperty } from '@nestjs/swagger';
import { ANTICIPATION_STATUSES, type AnticipationStatus } from '../states/anticipation.states.js';

export const ANTICIPATION_TYPES = ['spot', 'automatic'] as const;
export type AnticipationType = (typeof ANTICIPATION_TYPES)[number];

/** What the merchant keeps with an anticipation. */
export type AnticipationMetadata = Readonly<Record<string, string | number | boolean>>;

const centavos = (description: string) => ({ type: 'integer', description: `${description} Centavos.` }) as const;

/** What is paid early, and what that costs. */
class AnticipationTotals {
  @ApiProperty(centavos("The sum of the receivables' net amounts.")) total_gross_amount!: number;
  @ApiProperty(centavos('The interest.')) total_fee_amount!: number;
  @ApiProperty(centavos('What the wallets are credited.')) total_net_amount!: number;
}

/** A receivable in an anticipation. */
export class AnticipatedReceivable {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty(centavos('What was left of its net amount.')) net_amount!: number;
  @ApiProperty(centavos('The interest.')) fee_amount!: number;
  @ApiProperty({ type: 'integer', description: 'From the day of the anticipation to its own date, in São Paulo.' })
  days!: number;
}

/** Receivables that are paid before their date. */
export class Anticipation extends AnticipationTotals {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) merchant_id!: string;
  @ApiProperty({ enum: ANTICIPATION_STATUSES }) status!: AnticipationStatus;
  @ApiProperty({ enum: ANTICIPATION_TYPES }) anticipation_type!: AnticipationType;
  @ApiProperty({ type: 'integer', description: 'Interest, basis points per month of 30 days.', example: 199 })
  monthly_rate_bps!: number;
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  metadata!: AnticipationMetadata | null;
  @ApiProperty({
    format: 'date-time',
    nullable: true,
    type: String,
    description: "When an operator's decision was; null where none was needed or it is still to come.",
  })
  reviewed_at!: string | null;
  @ApiProperty({ nullable: true, type: String }) review_notes!: string | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) updated_at!: string;
}

/** An anticipation as `GET /v1/anticipations/{id}` answers it. */
export class AnticipationWithReceivables extends Anticipation {
  @ApiProperty({ type: [AnticipatedReceivable] }) receivables!: readonly AnticipatedReceivable[];
}

/** What an anticipation would be if it were requested now. */
export class AnticipationSimulation extends AnticipationTotals {
  @ApiProperty({ type: 'integer', description: 'Interest, basis points per month of 30 days.', example: 199 })
  monthly_rate_bps!: number;
  @ApiProperty({ type: [AnticipatedReceivable] }) receivables!: readonly AnticipatedReceivable[];
}

/** Centavos; `total_net_amount = total_gross_amount − total_fee_amount`. */
export interface AnticipationTotalsRecord {
  total_gross_amount: bigint;
  total_fee_amount: bigint;
  total_net_amount: bigint;
}

/** A row of `ledger.published_anticipations`. */
export interface AnticipationRecord extends AnticipationTotalsRecord {
  id: string;
  merchant_id: string;
  status: AnticipationStatus;
  anticipation_type: AnticipationType;
  monthly_rate_bps: number;
  metadata: AnticipationMetadata | null;
  reviewed_at: Date | null;
  review_notes: string | null;
  created_at: Date;
  updated_at: Date;
}

/** A row of `ledger.published_anticipation_receivables`; `id` is the receivable's. */
export interface AnticipatedReceivableRecord {
  anticipation_id: string;
  id: string;
  net_amount: bigint;
  fee_amount: bigint;
  days: number;
}

const presentTotals = (totals: AnticipationTotalsRecord): AnticipationTotals => ({
  total_gross_amount: Number(totals.total_gross_amount),
  total_fee_amount: Number(totals.total_fee_amount),
  total_net_amount: Number(totals.total_net_amount),
});

const presentAnticipated = ({
  id,
  net_amount,
  fee_amount,
  days,
}: Omit<AnticipatedReceivableRecord, 'anticipation_id'>): AnticipatedReceivable => ({
  id,
  net_amount: Number(net_amount),
  fee_amount: Number(fee_amount),
  days,
});

/** The one way an anticipation is shown: in answers, events and reads. */
export const presentAnticipation = (record: AnticipationRecord): Anticipation => ({
  id: record.id,
  merchant_id: record.merchant_id,
  status: record.status,
  anticipation_type: record.anticipation_type,
  ...presentTotals(record),
  monthly_rate_bps: record.monthly_rate_bps,
  metadata: record.metadata,
  reviewed_at: record.reviewed_at?.toISOString() ?? null,
  review_notes: record.review_notes,
  created_at: record.created_at.toISOString(),
  updated_at: record.updated_at.toISOString(),
});

/** An anticipation with its receivables, as one is shown that is asked for by id. */
export const presentAnticipationWithReceivables = (
  record: AnticipationRecord,
  receivables: readonly AnticipatedReceivableRecord[],
): AnticipationWithReceivables => ({
  ...presentAnticipation(record),
  receivables: receivables.map(presentAnticipated),
});

/** What a simulation answers. */
export const presentAnticipationSimulation = (
  totals: AnticipationTotalsRecord,
  monthlyRateBps: number,
  receivables: readonly Omit<AnticipatedReceivableRecord, 'anticipation_id'>[],
): AnticipationSimulation => ({
  ...presentTotals(totals),
  monthly_rate_bps: monthlyRateBps,
  receivables: receivables.map(presentAnticipated),
});
