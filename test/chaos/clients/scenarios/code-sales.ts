import type { Charge, PaymentLink } from '@centavo/contracts';
import { aChargeBodyBy, aPayLinkBody, aPaymentLinkBody } from '@centavo/testing';
import type { Customer } from '../customer.js';
import { refundInParts } from './card-sales.js';

export async function sellByPix(customer: Customer): Promise<void> {
  const charge = await chargeByCode(customer, 'pix');
  if (!charge) return;
  const end = customer.random.pick(['pay', 'pay', 'pay', 'expire', 'void'] as const);
  const isPaid = await endCode(customer, charge.id, end);
  if (isPaid && customer.random.chance(0.4)) await refundInParts(customer, isPaid);
}

export async function sellByBoleto(customer: Customer): Promise<void> {
  const charge = await chargeByCode(customer, 'boleto');
  if (charge) await endCode(customer, charge.id, customer.random.pick(['pay', 'pay', 'expire', 'void'] as const));
}

async function chargeByCode(customer: Customer, method: 'pix' | 'boleto'): Promise<Charge | undefined> {
  const effect = customer.mark('charge');
  const amount = customer.random.whole(2_000, 30_000);
  const body = aChargeBodyBy(method, { amount, metadata: { order: effect.mark } });
  return await customer.ask<Charge>('charge', '/v1/charges', body, { effect });
}

/** @returns the charge when it was paid */
async function endCode(customer: Customer, id: string, end: 'pay' | 'expire' | 'void'): Promise<Charge | undefined> {
  if (end === 'void') {
    await customer.ask('void', `/v1/charges/${id}/void`);
    return undefined;
  }
  const charge = await customer.ask<Charge>(end, `/sandbox/v1/charges/${id}/${end}`);
  return end === 'pay' ? charge : undefined;
}

const MAX_USES = 2;
const PAYERS = 4;

/** More payers than uses, all at once. */
export async function sellByLink(customer: Customer): Promise<void> {
  const effect = customer.mark('payment link');
  const body = aPaymentLinkBody({ max_uses: MAX_USES, metadata: { link: effect.mark } });
  const link = await customer.ask<PaymentLink>('payment link', '/v1/payment-links', body, { effect });
  if (!link) return;
  await Promise.all(Array.from({ length: PAYERS }, () => payLink(customer, link.id)));
  if (customer.random.chance(0.2))
    await customer.ask('changed payment link', `/v1/payment-links/${link.id}/deactivate`);
}

async function payLink(customer: Customer, linkId: string): Promise<void> {
  const effect = customer.mark('payment by link');
  const method = customer.random.pick(['credit_card', 'pix'] as const);
  const standard = aPayLinkBody(method);
  const payment_details =
    method === 'credit_card'
      ? { ...standard.payment_details, token: customer.random.pick(['tok_visa', 'tok_visa', 'tok_card_declined']) }
      : standard.payment_details;
  const body = {
    ...standard,
    payment_details,
    customer: { ...standard.customer, email: `${effect.mark}@example.com` },
  };
  const paid = await customer.ask<{ id: string }>('payment by link', `/pay/${linkId}/charges`, body, {
    effect,
    as: null,
  });
  if (!paid || method === 'credit_card') return;
  await customer.ask('pay', `/sandbox/v1/charges/${paid.id}/pay`);
}
