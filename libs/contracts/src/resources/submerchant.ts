import { ApiProperty } from '@nestjs/swagger';
import { ENTITY_TYPES, type EntityType } from '../entity-types.js';
import { SUBMERCHANT_STATUSES, type SubmerchantStatus } from '../states/submerchant.states.js';

const nullableText = { nullable: true, type: String } as const;
const nullableAmount = { nullable: true, type: String, description: 'Centavos, as text.', example: '15000' } as const;

/** What a submerchant does, by the classification of the IBGE. */
export class Cnae {
  @ApiProperty({ example: '4781400' }) code!: string;
  @ApiProperty(nullableText) description!: string | null;
  @ApiProperty() is_primary!: boolean;
}

/** A seller that a merchant has registered. */
export class Submerchant {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid', description: 'The merchant that registered it.' }) parent_merchant_id!: string;
  @ApiProperty({ enum: ENTITY_TYPES }) entity_type!: EntityType;
  @ApiProperty() trade_name!: string;
  @ApiProperty() legal_name!: string;
  @ApiProperty({ description: 'CPF or CNPJ, without punctuation.' }) tax_id!: string;
  @ApiProperty({ format: 'email' }) email!: string;
  @ApiProperty(nullableText) phone!: string | null;
  @ApiProperty(nullableText) website!: string | null;
  @ApiProperty(nullableText) description!: string | null;
  @ApiProperty(nullableText) soft_descriptor!: string | null;
  @ApiProperty({ ...nullableText, format: 'date' }) birth_date!: string | null;
  @ApiProperty(nullableText) mother_name!: string | null;
  @ApiProperty({ enum: SUBMERCHANT_STATUSES }) status!: SubmerchantStatus;
  @ApiProperty(nullableText) business_type!: string | null;
  @ApiProperty({ type: [String], nullable: true }) product_categories!: readonly string[] | null;
  @ApiProperty(nullableAmount) average_ticket!: string | null;
  @ApiProperty(nullableAmount) monthly_revenue!: string | null;
  @ApiProperty({ ...nullableText, format: 'date-time', description: "When an operator's last decision was." })
  reviewed_at!: string | null;
  @ApiProperty(nullableText) review_notes!: string | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) updated_at!: string;
  @ApiProperty({ ...nullableText, example: '5651' }) mcc!: string | null;
  @ApiProperty({ type: [Cnae], nullable: true }) cnaes!: readonly Cnae[] | null;
}

/** A row of `onboarding.published_submerchants`. Amounts are centavos; `birth_date` is YYYY-MM-DD. */
export interface SubmerchantRecord {
  id: string;
  merchant_id: string;
  wallet_id: string;
  entity_type: EntityType;
  trade_name: string;
  legal_name: string;
  tax_id: string;
  email: string;
  phone: string | null;
  website: string | null;
  description: string | null;
  soft_descriptor: string | null;
  birth_date: string | null;
  mother_name: string | null;
  business_type: string | null;
  product_categories: readonly string[] | null;
  average_ticket: bigint | null;
  monthly_revenue: bigint | null;
  mcc: string | null;
  cnaes: readonly Cnae[] | null;
  status: SubmerchantStatus;
  reviewed_at: Date | null;
  review_notes: string | null;
  created_at: Date;
  updated_at: Date;
}

/** The one way a submerchant is shown: in answers, events and reads. */
export const presentSubmerchant = (record: SubmerchantRecord): Submerchant => ({
  id: record.id,
  parent_merchant_id: record.merchant_id,
  entity_type: record.entity_type,
  trade_name: record.trade_name,
  legal_name: record.legal_name,
  tax_id: record.tax_id,
  email: record.email,
  phone: record.phone,
  website: record.website,
  description: record.description,
  soft_descriptor: record.soft_descriptor,
  birth_date: record.birth_date,
  mother_name: record.mother_name,
  status: record.status,
  business_type: record.business_type,
  product_categories: record.product_categories,
  average_ticket: record.average_ticket?.toString() ?? null,
  monthly_revenue: record.monthly_revenue?.toString() ?? null,
  reviewed_at: record.reviewed_at?.toISOString() ?? null,
  review_notes: record.review_notes,
  created_at: record.created_at.toISOString(),
  updated_at: record.updated_at.toISOString(),
  mcc: record.mcc,
  cnaes: record.cnaes,
});
