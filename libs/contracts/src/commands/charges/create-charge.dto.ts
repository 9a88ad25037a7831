import { PhoneField } from '../../entity.fields.js';
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
  VariantField,
} from '../../fields.js';
import { MetadataField } from '../../metadata.field.js';
import { PAYMENT_METHODS, PRODUCT_TYPES, type PaymentMethod, type ProductType } from '../../payment-methods.js';
import { SPLIT_TYPES, type ChargeMetadata, type SplitType } from '../../resources/charge/charge-parts.js';
import { AddressDto } from './address.dto.js';
import { BoletoDetailsDto, CreditCardDetailsDto, DebitCardDetailsDto, PixDetailsDto } from './payment-details.dto.js';
import { OneRemainder, SplitAmountField } from './split.rules.js';
import { TAX_ID, TaxIdOfType } from './tax-id.rules.js';

export class CustomerDto {
  @StringField({ example: 'Maria Silva' }) name!: string;
  @EmailField({ example: 'maria@example.com' }) email!: string;
  @StringField({ pattern: TAX_ID, max: 14, example: '12345678909' }) @TaxIdOfType() tax_id!: string;
  @PhoneField() phone!: string;
  @EnumField(['individual', 'company']) type!: 'individual' | 'company';
}

export class ItemDto {
  @StringField({ example: 'Camiseta' }) name!: string;
  @IntegerField({ min: 1, max: 1_000_000, example: 1 }) quantity!: number;
  @AmountField({ min: 0, example: 10000 }) unit_price!: number;
  @BooleanField({ example: true }) tangible!: boolean;
}

export class SplitDto {
  @UuidField({ description: 'The merchant or one of its submerchants.' }) recipient_id!: string;
  @EnumField(SPLIT_TYPES) type!: SplitType;
  @SplitAmountField() amount!: number;
  @BooleanField({ optional: true, default: false }) liable?: boolean | null;
  @BooleanField({ optional: true, default: false }) charge_processing_fee?: boolean | null;
  @BooleanField({ optional: true, default: false }) charge_remainder?: boolean | null;
}

/** Body of `POST /v1/charges`. */
export class CreateChargeDto {
  @AmountField({ example: 10000 }) amount!: number;
  @EnumField(['BRL'], { optional: true, default: 'BRL' }) currency?: 'BRL' | null;
  @AmountField({ min: 0, optional: true, default: 0 }) shipping_amount?: number | null;
  @EnumField(PRODUCT_TYPES) product_type!: ProductType;
  @NestedField(() => CustomerDto) customer!: CustomerDto;
  @NestedArrayField(() => ItemDto, { min: 1, max: 100 }) items!: ItemDto[];
  @EnumField(PAYMENT_METHODS) payment_method!: PaymentMethod;
  @VariantField('payment_method', {
    credit_card: () => CreditCardDetailsDto,
    debit_card: () => DebitCardDetailsDto,
    pix: () => PixDetailsDto,
    boleto: () => BoletoDetailsDto,
  })
  payment_details!: CreditCardDetailsDto | DebitCardDetailsDto | PixDetailsDto | BoletoDetailsDto;
  @UuidField({ optional: true }) submerchant_id?: string | null;
  @NestedArrayField(() => SplitDto, { optional: true, max: 20 }) @OneRemainder() splits?: SplitDto[] | null;
  @NestedField(() => AddressDto, { optional: true }) billing_address?: AddressDto | null;
  @NestedField(() => AddressDto, { optional: true }) shipping_address?: AddressDto | null;
  @StringField({ max: 13, optional: true, example: 'LOJA' }) soft_descriptor?: string | null;
  @MetadataField() metadata?: ChargeMetadata | null;
}
