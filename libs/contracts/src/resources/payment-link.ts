import { ApiProperty } from '@nestjs/swagger';
import { PAYMENT_METHODS, PRODUCT_TYPES, type PaymentMethod, type ProductType } from '../payment-methods.js';
import { PAYMENT_LINK_STATUSES, type PaymentLinkStatus } from '../states/payment-link.states.js';

const nullableText = { nullable: true, type: String } as const;

/** The merchant's own data on a payment link. */
export type PaymentLinkMetadata = Readonly<Record<string, string | number | boolean>>;

export class PaymentLink {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) merchant_id!: string;
  @ApiProperty({ ...nullableText, format: 'uuid', description: 'For whom its charges are made.' })
  submerchant_id!: string | null;
  @ApiProperty() title!: string;
  @ApiProperty(nullableText) description!: string | null;
  @ApiProperty({ type: 'integer', description: 'Centavos of each payment.' }) amount!: number;
  @ApiProperty({ format: 'uri', description: 'The page to send to whoever is to pay.' }) checkout_url!: string;
  @ApiProperty({ example: 'BRL' }) currency!: string;
  @ApiProperty({ enum: PRODUCT_TYPES }) product_type!: ProductType;
  @ApiProperty({ enum: PAYMENT_METHODS, isArray: true }) allowed_payment_methods!: readonly PaymentMethod[];
  @ApiProperty({ type: 'integer' }) max_installments!: number;
  @ApiProperty({ ...nullableText, format: 'date-time' }) expires_at!: string | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Null: as many as come.' }) max_uses!: number | null;
  @ApiProperty({ type: 'integer', description: 'Charges made by it that did not fail, expire or get voided.' })
  current_uses!: number;
  @ApiProperty({ enum: PAYMENT_LINK_STATUSES }) status!: PaymentLinkStatus;
  @ApiProperty({ ...nullableText, format: 'uri' }) redirect_url!: string | null;
  @ApiProperty({ ...nullableText, format: 'uri' }) cover_image_url!: string | null;
  @ApiProperty({
    type: 'object',
    nullable: true,
    additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] },
  })
  metadata!: PaymentLinkMetadata | null;
  @ApiProperty({ format: 'uuid', description: 'The API key that created it.' }) created_by!: string;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) updated_at!: string;
}

/** A payment link as PostgreSQL holds it (`payments.published_payment_links`). */
export interface PaymentLinkRecord {
  readonly id: string;
  readonly merchant_id: string;
  readonly submerchant_id: string | null;
  readonly title: string;
  readonly description: string | null;
  readonly amount: bigint;
  readonly currency: string;
  readonly product_type: ProductType;
  readonly allowed_payment_methods: readonly PaymentMethod[];
  readonly max_installments: number;
  readonly expires_at: Date | null;
  readonly max_uses: number | null;
  readonly current_uses: number;
  readonly status: PaymentLinkStatus;
  readonly sequence: number;
  readonly redirect_url: string | null;
  readonly cover_image_url: string | null;
  readonly metadata: PaymentLinkMetadata | null;
  readonly created_by: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Where a payment link is paid. @param publicUrl the platform's own address, without a slash at its end */
export const checkoutUrlOf = (id: string, publicUrl: string): string => `${publicUrl}/pay/${id}`;

/** The one way a payment link is shown: in answers, events and reads. @param publicUrl as in {@link checkoutUrlOf} */
export const presentPaymentLink = (record: PaymentLinkRecord, publicUrl: string): PaymentLink => ({
  id: record.id,
  merchant_id: record.merchant_id,
  submerchant_id: record.submerchant_id,
  title: record.title,
  description: record.description,
  amount: Number(record.amount),
  checkout_url: checkoutUrlOf(record.id, publicUrl),
  currency: record.currency,
  product_type: record.product_type,
  allowed_payment_methods: record.allowed_payment_methods,
  max_installments: record.max_installments,
  expires_at: record.expires_at?.toISOString() ?? null,
  max_uses: record.max_uses,
  current_uses: record.current_uses,
  status: record.status,
  redirect_url: record.redirect_url,
  cover_image_url: record.cover_image_url,
  metadata: record.metadata,
  created_by: record.created_by,
  created_at: record.created_at.toISOString(),
  updated_at: record.updated_at.toISOString(),
});
