import type { CreatePaymentLinkDto, PayLinkDto, PaymentMethod } from '@centavo/contracts';
import { aChargeBodyBy } from './charge-body.js';

/** A valid body of `POST /v1/payment-links`: a T-shirt for R$ 100.00; `fields` replaces some. */
export const aPaymentLinkBody = (fields: Partial<CreatePaymentLinkDto> = {}): CreatePaymentLinkDto => ({
  title: 'Camiseta azul',
  amount: 10_000,
  product_type: 'physical',
  ...fields,
});

/** A valid body of `POST /pay/{id}/charges`; `fields` replaces some. */
export const aPayLinkBody = (method: PaymentMethod = 'credit_card', fields: Partial<PayLinkDto> = {}): PayLinkDto => {
  const { payment_method, payment_details, customer } = aChargeBodyBy(method);
  return { payment_method, payment_details, customer, ...fields };
};
