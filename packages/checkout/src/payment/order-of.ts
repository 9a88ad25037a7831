import { isCard, type PaymentMethod } from '../api/charge.js';
import type { PayBody } from '../api/order.js';
import { customerOf } from '../form/customer.js';
import type { FormValues } from '../form/fields.js';
import type { TokenizeCard } from './card-tokens.js';

/**
 * What is sent for a form that has no problems.
 * @throws what `tokenizeCard` throws
 */
export async function orderOf(
  values: FormValues & { readonly method: PaymentMethod },
  tokenizeCard: TokenizeCard,
): Promise<PayBody> {
  const { method, installments } = values;
  const token = isCard(method) ? await tokenizeCard(values) : undefined;
  return {
    payment_method: method,
    payment_details: { token, installments: method === 'credit_card' ? installments : undefined },
    customer: customerOf(values),
  };
}
