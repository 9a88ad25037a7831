import {
  AmountField,
  BooleanField,
  EmailField,
  EnumField,
  IntegerField,
  NestedArrayField,
  NestedField,
  StringField,
  UuidField,
} from '../fields.js';
import { PRODUCT_TYPES, type ProductType } from '../payment-methods.js';
import { MetadataField } from '../metadata.field.js';
import type { ChargeMetadata } from '../resources/charge.js';

export class CustomerDto {
  @StringField({ example: 'Maria Silva' }) name!: string;
  @EmailField({ example: 'maria@example.com' }) email!: string;
  @StringField({ pattern: /^(\d{11}|[0-9A-Z]{12}\d{2})$/, max: 14, example: '12345678909' }) tax_id!: string;
  @StringField({ max: 20, pattern: /^\+?[0-9 ()-]{8,20}$/, example: '+5511987654321' }) phone!: string;
  @EnumField(['individual', 'company']) type!: 'individual' | 'company';
}

export class ItemDto {
  @StringField({ example: 'Camiseta' }) name!: string;
  @IntegerField({ min: 1, max: 1_000_000, example: 1 }) quantity!: number;
  @AmountField({ min: 0, example: 10000 }) unit_price!: number;
  @BooleanField({ example: true }) tangible!: boolean;
}

export class CreditCardDetailsDto {
  @StringField({ description: 'From tokenization; in the sandbox also `tok_visa` and its kin.', example: 'tok_visa' })
  token!: string;
  @IntegerField({ min: 1, max: 12, optional: true, default: 1 }) installments?: number;
  @BooleanField({ optional: true, default: true, description: 'False: authorize now, capture later.' })
  capture?: boolean;
}

/** Methods that charges can be made with. The others join with their own details. */
export const CHARGEABLE_METHODS = ['credit_card'] as const;

/** Body of `POST /v1/charges`. */
export class CreateChargeDto {
  @AmountField({ example: 10000 }) amount!: number;
  @EnumField(['BRL'], { optional: true, default: 'BRL' }) currency?: 'BRL';
  @AmountField({ min: 0, optional: true, default: 0 }) shipping_amount?: number;
  @EnumField(PRODUCT_TYPES) product_type!: ProductType;
  @NestedField(() => CustomerDto) customer!: CustomerDto;
  @NestedArrayField(() => ItemDto, { min: 1, max: 100 }) items!: ItemDto[];
  @EnumField(CHARGEABLE_METHODS) payment_method!: (typeof CHARGEABLE_METHODS)[number];
  @NestedField(() => CreditCardDetailsDto) payment_details!: CreditCardDetailsDto;
  @UuidField({ optional: true }) submerchant_id?: string;
  @StringField({ max: 13, optional: true, example: 'LOJA' }) soft_descriptor?: string;
  @MetadataField() metadata?: ChargeMetadata;
}
