import { ImmutableField } from '../../fields.js';
import { MetadataField } from '../../metadata.field.js';
import type { PaymentMethod } from '../../payment-methods.js';
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

/** Body of `PATCH /v1/payment-links/{id}`: what is left out stays as it is, null empties. What is sold, for how much and for whom is settled. */
export class UpdatePaymentLinkDto {
  @TitleField({ omittable: true }) title?: string;
  @DescriptionField() description?: string | null;
  @AllowedPaymentMethodsField({ omittable: true }) allowed_payment_methods?: PaymentMethod[];
  @MaxInstallmentsField({ omittable: true }) max_installments?: number;
  @ExpiresAtField() expires_at?: string | null;
  @MaxUsesField({ description: 'Not below `current_uses`. Null: as many as come.' }) max_uses?: number | null;
  @LinkUrlField('Where the payer goes afterwards; `charge_id` is added to it.') redirect_url?: string | null;
  @LinkUrlField('A picture for the checkout page.') cover_image_url?: string | null;
  @MetadataField() metadata?: PaymentLinkMetadata | null;
  @ImmutableField() amount?: never;
  @ImmutableField() currency?: never;
  @ImmutableField() product_type?: never;
  @ImmutableField() submerchant_id?: never;
}
