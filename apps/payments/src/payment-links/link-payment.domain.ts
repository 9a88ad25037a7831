import {
  DomainError,
  PIX_EXPIRES_IN,
  type CreateChargeCommand,
  type CreateChargeDto,
  type CreditCardDetailsDto,
  type DebitCardDetailsDto,
  type ErrorDetail,
  type PayLinkCommand,
  type PayLinkDto,
} from '@centavo/contracts';
import { statusOf, type PaymentLinkState } from './payment-link.domain.js';

/** @throws DomainError `payment_link_unavailable`, which says why */
export function assertUsable(link: PaymentLinkState, now: Date): void {
  const status = statusOf(link, now);
  if (status === 'active') return;
  throw new DomainError('payment_link_unavailable', { message: `The payment link is ${status}.` });
}

/** @throws DomainError `validation_error` with all that the link does not allow */
export function assertAllowed(
  { allowed_payment_methods: methods, max_installments: most }: PaymentLinkState,
  { payment_method, payment_details }: PayLinkDto,
): void {
  const details: ErrorDetail[] = [];
  const broken = (field: string, code: string, rule: string) =>
    details.push({ field, code, message: `${field} ${rule}` });
  if (!methods.includes(payment_method)) {
    broken('payment_method', 'invalid_value', `must be one of ${methods.join(', ')}`);
  }
  if ('installments' in payment_details && (payment_details.installments ?? 1) > most) {
    broken('payment_details.installments', 'out_of_range', `must not be more than ${most}`);
  }
  if (details.length > 0) throw new DomainError('validation_error', { details });
}

/** The charge that a merchant would ask for who sold the same. */
export function orderOf(
  link: PaymentLinkState,
  { merchant_id, charge_id, fees, body }: PayLinkCommand,
  now: Date,
): CreateChargeCommand {
  const { payment_method, customer } = body;
  const unit_price = Number(link.amount);
  return {
    merchant_id,
    charge_id,
    fees,
    idempotency: null,
    body: {
      amount: unit_price,
      currency: 'BRL',
      product_type: link.product_type,
      submerchant_id: link.submerchant_id,
      items: [{ name: link.title, quantity: 1, unit_price, tangible: link.product_type === 'physical' }],
      payment_method,
      payment_details: detailsOf(link, body, now),
      customer,
    },
  };
}

/** As the payer says where a card is concerned; codes are valid as long as codes are, and a Pix no longer than its link. */
function detailsOf(
  { expires_at }: PaymentLinkState,
  { payment_method, payment_details }: PayLinkDto,
  now: Date,
): CreateChargeDto['payment_details'] {
  switch (payment_method) {
    case 'pix':
      return { expires_in: pixSeconds(expires_at, now) };
    case 'boleto':
      return {};
    case 'credit_card':
    case 'debit_card':
      // A merchant who sells by a link is not there to capture.
      return { ...(payment_details as CreditCardDetailsDto | DebitCardDetailsDto), capture: true };
  }
}

function pixSeconds(linkExpiresAt: Date | null, now: Date): number {
  if (!linkExpiresAt) return PIX_EXPIRES_IN.default;
  const left = Math.floor((linkExpiresAt.getTime() - now.getTime()) / 1000);
  return Math.max(PIX_EXPIRES_IN.min, Math.min(PIX_EXPIRES_IN.default, left));
}

/**
 * What is wrong with the link is none of the payer's fields.
 * @param error why a draft of the charge could not be made
 * @throws DomainError as the payer is to hear it
 */
export function asPayerSees(error: unknown): never {
  if (!(error instanceof DomainError)) throw error;
  const { code, options } = error;
  if (code === 'submerchant_not_found' || code === 'submerchant_not_active') {
    throw new DomainError('payment_link_unavailable');
  }
  if (options.details?.some(({ field }) => field === 'amount')) {
    const message = 'payment_method cannot take the amount of this link';
    throw DomainError.invalidField('payment_method', 'invalid_value', message);
  }
  throw error;
}
