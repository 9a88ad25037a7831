import { AmountField, EnumField, UuidField } from '../../fields.js';
import { MAX_INSTALLMENTS } from '../../fees.js';
import { MetadataField } from '../../metadata.field.js';
import { PAYMENT_METHODS, PRODUCT_TYPES, type PaymentMethod, type ProductType } from '../../payment-methods.js';
import type { PaymentLinkMetadata } from '../../resources/payment-link.js';
import {
  AllowedPaymentMethodsField,
  DescriptionField,
  ExpiresAtField,
  LinkUrlField,
  MaxInstallmentsField,
  MaxUsesField,
  TitleField,
} from './payment-link.fields.js';

/** Body of `POST /v1/payment-links`. */
export class CreatePaymentLinkDto {
  @TitleField() title!: string;
  @DescriptionField() description?: string | null;
  @AmountField({ example: 10000 }) amount!: number;
  @EnumField(['BRL'], { optional: true, default: 'BRL' }) currency?: 'BRL' | null;
  @EnumField(PRODUCT_TYPES) product_type!: ProductType;
  @UuidField({ optional: true, description: 'Makes its charges for a submerchant.' }) submerchant_id?: string | null;
  @AllowedPaymentMethodsField({ optional: true, default: [...PAYMENT_METHODS] })
  allowed_payment_methods?: PaymentMethod[] | null;
  @MaxInstallmentsField({ optional: true, default: MAX_INSTALLMENTS }) max_installments?: number | null;
  @ExpiresAtField() expires_at?: string | null;
  @MaxUsesField() max_uses?: number | null;
  @LinkUrlField('Where the payer goes afterwards; `charge_id` is added to it.') redirect_url?: string | null;
  @LinkUrlField('A picture for the checkout page.') cover_image_url?: string | null;
  @MetadataField() metadata?: PaymentLinkMetadata | null;
}
