import { EnumField, IntegerField, NestedField, StringField, VariantField } from '../../fields.js';
import { MAX_INSTALLMENTS } from '../../fees.js';
import { PAYMENT_METHODS, type PaymentMethod } from '../../payment-methods.js';
import { CustomerDto } from '../charges/create-charge.dto.js';
import { DebitCardDetailsDto } from '../charges/payment-details.dto.js';

/** A payer cannot say that a card is only to be authorized. */
export class LinkCreditCardDetailsDto {
  @StringField({ description: 'From tokenization; in the sandbox also `tok_visa` and its kin.', example: 'tok_visa' })
  token!: string;
  @IntegerField({ min: 1, max: MAX_INSTALLMENTS, optional: true, default: 1, description: 'As the link allows.' })
  installments?: number | null;
}

/** Until when its code can be paid is not the payer's to say. */
export class LinkPixDetailsDto {}

/** Nor when a slip is due, or what is printed on it. */
export class LinkBoletoDetailsDto {}

/** Body of `POST /pay/{id}/charges`: what the link does not say itself. */
export class PayLinkDto {
  @EnumField(PAYMENT_METHODS, { description: 'One that the link allows.' }) payment_method!: PaymentMethod;
  @VariantField('payment_method', {
    credit_card: () => LinkCreditCardDetailsDto,
    debit_card: () => DebitCardDetailsDto,
    pix: () => LinkPixDetailsDto,
    boleto: () => LinkBoletoDetailsDto,
  })
  payment_details!: LinkCreditCardDetailsDto | DebitCardDetailsDto | LinkPixDetailsDto | LinkBoletoDetailsDto;
  @NestedField(() => CustomerDto) customer!: CustomerDto;
}
