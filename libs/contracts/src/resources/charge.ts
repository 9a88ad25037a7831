import { ApiProperty } from '@nestjs/swagger';
import { CARD_BRANDS, FAILURE_CODES, PAYMENT_METHODS, PRODUCT_TYPES } from '../payment-methods.js';
import type { CardBrand, FailureCode, PaymentMethod, ProductType } from '../payment-methods.js';
import { CHARGE_STATUSES, type ChargeStatus } from '../states/charge.states.js';

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

/** What a card payment shows: never a token, never more of the number than first six and last four. */
export class CardPaymentDetails {
  @ApiProperty({ enum: CARD_BRANDS, nullable: true }) brand!: CardBrand | null;
  @ApiProperty({ nullable: true, type: String }) first_six_digits!: string | null;
  @ApiProperty({ nullable: true, type: String }) last_four_digits!: string | null;
  @ApiProperty({ type: 'integer' }) installments!: number;
  @ApiProperty({ nullable: true, type: String }) authorization_code!: string | null;
  @ApiProperty({ nullable: true, type: String }) nsu!: string | null;
}

export type ChargeMetadata = Record<string, string | number | boolean>;

const nullableDate = { format: 'date-time', nullable: true, type: String } as const;
const nullableUuid = { format: 'uuid', nullable: true, type: String } as const;
const nullableText = { nullable: true, type: String } as const;

export class Charge {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) merchant_id!: string;
  @ApiProperty(nullableUuid) submerchant_id!: string | null;
  @ApiProperty(nullableUuid) payment_link_id!: string | null;
  @ApiProperty({ type: 'integer' }) amount!: number;
  @ApiProperty({ type: 'integer' }) shipping_amount!: number;
  @ApiProperty({ type: 'integer' }) total_amount!: number;
  @ApiProperty({ type: 'integer' }) authorized_amount!: number;
  @ApiProperty({ type: 'integer' }) captured_amount!: number;
  @ApiProperty({ type: 'integer' }) refunded_amount!: number;
  @ApiProperty({ example: 'BRL' }) currency!: string;
  @ApiProperty({ enum: CHARGE_STATUSES }) status!: ChargeStatus;
  @ApiProperty({ enum: PAYMENT_METHODS }) payment_method!: PaymentMethod;
  @ApiProperty({ type: CardPaymentDetails }) payment_details!: CardPaymentDetails;
  @ApiProperty({ type: 'integer' }) installments!: number;
  @ApiProperty({ enum: PRODUCT_TYPES }) product_type!: ProductType;
  @ApiProperty({ type: ChargeCustomer }) customer!: ChargeCustomer;
  @ApiProperty({ type: [ChargeItem] }) items!: ChargeItem[];
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true }) metadata!: ChargeMetadata | null;
  @ApiProperty(nullableText) soft_descriptor!: string | null;
  @ApiProperty(nullableText) acquirer_name!: string | null;
  @ApiProperty(nullableText) external_id!: string | null;
  @ApiProperty({ enum: FAILURE_CODES, nullable: true }) failure_code!: FailureCode | null;
  @ApiProperty(nullableText) failure_message!: string | null;
  @ApiProperty(nullableDate) authorized_at!: string | null;
  @ApiProperty(nullableDate) captured_at!: string | null;
  @ApiProperty(nullableDate) expires_at!: string | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) updated_at!: string;
}

/** The part of a charge that is written once and can be wide; kept apart from the narrow row that changes. */
export interface ChargeDetails {
  readonly currency: string;
  readonly card: {
    readonly brand: CardBrand;
    readonly first_six_digits: string;
    readonly last_four_digits: string;
    readonly installments: number;
  };
  readonly customer: ChargeCustomer;
  readonly items: ChargeItem[];
  readonly metadata: ChargeMetadata | null;
  readonly soft_descriptor: string | null;
  readonly product_type: ProductType;
}

/** A charge as PostgreSQL holds it (`payments.published_charges`). */
export interface ChargeRecord {
  id: string;
  merchant_id: string;
  submerchant_id: string | null;
  payment_link_id: string | null;
  amount: bigint;
  shipping_amount: bigint;
  authorized_amount: bigint;
  captured_amount: bigint;
  refunded_amount: bigint;
  status: ChargeStatus;
  sequence: number;
  payment_method: PaymentMethod;
  authorization_code: string | null;
  nsu: string | null;
  acquirer_name: string | null;
  external_id: string | null;
  failure_code: FailureCode | null;
  failure_message: string | null;
  authorized_at: Date | null;
  captured_at: Date | null;
  expires_at: Date | null;
  created_at: Date;
  updated_at: Date;
  details: ChargeDetails;
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** The one way a charge is shown: in answers, events and reads. */
export const presentCharge = (record: ChargeRecord): Charge => ({
  id: record.id,
  merchant_id: record.merchant_id,
  submerchant_id: record.submerchant_id,
  payment_link_id: record.payment_link_id,
  amount: Number(record.amount),
  shipping_amount: Number(record.shipping_amount),
  total_amount: Number(record.amount + record.shipping_amount),
  authorized_amount: Number(record.authorized_amount),
  captured_amount: Number(record.captured_amount),
  refunded_amount: Number(record.refunded_amount),
  currency: record.details.currency,
  status: record.status,
  payment_method: record.payment_method,
  payment_details: {
    brand: record.details.card.brand,
    first_six_digits: record.details.card.first_six_digits,
    last_four_digits: record.details.card.last_four_digits,
    installments: record.details.card.installments,
    authorization_code: record.authorization_code,
    nsu: record.nsu,
  },
  installments: record.details.card.installments,
  product_type: record.details.product_type,
  customer: record.details.customer,
  items: record.details.items,
  metadata: record.details.metadata,
  soft_descriptor: record.details.soft_descriptor,
  acquirer_name: record.acquirer_name,
  external_id: record.external_id,
  failure_code: record.failure_code,
  failure_message: record.failure_message,
  authorized_at: iso(record.authorized_at),
  captured_at: iso(record.captured_at),
  expires_at: iso(record.expires_at),
  created_at: record.created_at.toISOString(),
  updated_at: record.updated_at.toISOString(),
});
