import { EnumField, IntegerField, NestedField, StringField, VariantField } from '../../fields.js';
import { MAX_INSTALLMENTS } from '../../fees.js';
import { PAYMENT_METHODS, type PaymentMethod } from '../../payment-methods.js';
import { CustomerDto } from '../charges/create-charge.dto.js';
import { BoletoDetailsDto, DebitCardDetailsDto, PixDetailsDto } from '../charges/payment-details.dto.js';

/** A payer cannot say that a card is only to be authorized. */
export class LinkCreditCardDetailsDto {
  @StringField({ description: 'From tokenization; in the sandbox also `tok_visa` and its kin.', example: 'tok_visa' })
  token!: string;
  @IntegerField({ min: 1, max: MAX_INSTALLMENTS, optional: true, default: 1, description: 'As the link allows.' })
  installments?: number | null;
}

/** Body of `POST /pay/{id}/charges`: what the link does not say itself. */
export class PayLinkDto {
  @EnumField(PAYMENT_METHODS, { description: 'One that the link allows.' }) payment_method!: PaymentMethod;
  @VariantField('payment_method', {
    credit_card: () => LinkCreditCardDetailsDto,
    debit_card: () => DebitCardDetailsDto,
    pix: () => PixDetailsDto,
    boleto: () => BoletoDetailsDto,
  })
  payment_details!: LinkCreditCardDetailsDto | DebitCardDetailsDto | PixDetailsDto | BoletoDetailsDto;
  @NestedField(() => CustomerDto) customer!: CustomerDto;
}
