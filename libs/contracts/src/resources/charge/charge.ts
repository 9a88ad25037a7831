import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { FAILURE_CODES, type FailureCode } from '../../failure-codes.js';
import { PAYMENT_METHODS, PRODUCT_TYPES, type PaymentMethod, type ProductType } from '../../payment-methods.js';
import { CHARGE_STATUSES, type ChargeStatus } from '../../states/charge.states.js';
import { ChargeAddress, ChargeCustomer, ChargeItem, ChargeRefund, ChargeSplit } from './charge-parts.js';
import type { ChargeMetadata } from './charge-parts.js';
import type { ChargeRecord, RefundRecord } from './charge-record.js';
import { BoletoPaymentDetails, CardPaymentDetails, PixPaymentDetails, type PaymentDetails } from './payment-details.js';

const nullableDate = { format: 'date-time', nullable: true, type: String } as const;
const nullableUuid = { format: 'uuid', nullable: true, type: String } as const;
const nullableText = { nullable: true, type: String } as const;
const detailModels = [CardPaymentDetails, PixPaymentDetails, BoletoPaymentDetails];

@ApiExtraModels(...detailModels)
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
  @ApiProperty({ oneOf: detailModels.map((model) => ({ $ref: getSchemaPath(model) })) })
  payment_details!: PaymentDetails;
  @ApiProperty({ type: 'integer' }) installments!: number;
  @ApiProperty({ enum: PRODUCT_TYPES }) product_type!: ProductType;
  @ApiProperty({ type: ChargeCustomer }) customer!: ChargeCustomer;
  @ApiProperty({ type: [ChargeItem] }) items!: readonly ChargeItem[];
  @ApiProperty({ type: [ChargeSplit], nullable: true }) splits!: readonly ChargeSplit[] | null;
  @ApiProperty({ type: ChargeAddress, nullable: true }) billing_address!: ChargeAddress | null;
  @ApiProperty({ type: ChargeAddress, nullable: true }) shipping_address!: ChargeAddress | null;
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true }) metadata!: ChargeMetadata | null;
  @ApiProperty(nullableText) soft_descriptor!: string | null;
  @ApiProperty(nullableText) acquirer_name!: string | null;
  @ApiProperty(nullableText) external_id!: string | null;
  @ApiProperty({ enum: [...FAILURE_CODES], nullable: true }) failure_code!: FailureCode | null;
  @ApiProperty(nullableText) failure_message!: string | null;
  @ApiProperty(nullableDate) authorized_at!: string | null;
  @ApiProperty(nullableDate) captured_at!: string | null;
  @ApiProperty(nullableDate) refunded_at!: string | null;
  @ApiProperty(nullableDate) voided_at!: string | null;
  @ApiProperty(nullableDate) expires_at!: string | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) updated_at!: string;
}

/** What `GET /v1/charges/{id}` answers. */
export class ChargeWithRefunds extends Charge {
  @ApiProperty({ type: [ChargeRefund] }) refunds!: ChargeRefund[];
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
  payment_details: presentPaymentDetails(record),
  installments: record.details.installments,
  product_type: record.details.product_type,
  customer: record.details.customer,
  items: record.details.items,
  splits: record.details.splits,
  billing_address: record.details.billing_address,
  shipping_address: record.details.shipping_address,
  metadata: record.details.metadata,
  soft_descriptor: record.details.soft_descriptor,
  acquirer_name: record.acquirer_name,
  external_id: record.external_id,
  failure_code: record.failure_code,
  failure_message: record.failure_message,
  authorized_at: iso(record.authorized_at),
  captured_at: iso(record.captured_at),
  refunded_at: iso(record.refunded_at),
  voided_at: iso(record.voided_at),
  expires_at: iso(record.expires_at),
  created_at: record.created_at.toISOString(),
  updated_at: record.updated_at.toISOString(),
});

function presentPaymentDetails({ details, authorization_code, nsu, end_to_end_id }: ChargeRecord): PaymentDetails {
  const { card, pix, boleto, installments } = details;
  if (card) {
    const { brand, first_six_digits, last_four_digits } = card;
    return { brand, first_six_digits, last_four_digits, installments, authorization_code, nsu };
  }
  if (pix) {
    const { qr_code, qr_code_url, txid, expires_at } = pix;
    return { qr_code, qr_code_url, txid, expires_at, end_to_end_id };
  }
  if (boleto) {
    const { line, barcode, url, due_at } = boleto;
    return { line, barcode, url, due_at };
  }
  throw new Error('a charge without payment details');
}

/** A charge with its refunds, as one is shown that is asked for by id. @param refunds oldest first */
export const presentChargeWithRefunds = (
  record: ChargeRecord,
  refunds: readonly RefundRecord[],
): ChargeWithRefunds => ({
  ...presentCharge(record),
  refunds: refunds.map(({ id, amount, reason, created_at }) => ({
    id,
    amount: Number(amount),
    reason,
    created_at: created_at.toISOString(),
  })),
});
