import type { Charge, CreateChargeDto } from '@centavo/contracts';
import { aChargeBody } from '@centavo/testing';
import type { Customer } from '../customer.js';

/** Most are approved; the others decline, err or are silent. */
const TOKENS = [
  'tok_visa',
  'tok_visa',
  'tok_mastercard',
  'tok_elo',
  'tok_insufficient_funds',
  'tok_acquirer_error_once',
  'tok_timeout_approved',
  'tok_chargeback',
];

const isDecided = ({ status }: Charge): boolean => status !== 'pending';

/** Charges a card and waits for its acquirer. */
export async function chargeCard(
  customer: Customer,
  {
    token = customer.random.pick(TOKENS),
    capture = true,
    splits,
  }: { token?: string; capture?: boolean } & Pick<CreateChargeDto, 'splits'> = {},
): Promise<Charge | undefined> {
  const effect = customer.mark('charge');
  const body = aChargeBody({
    amount: customer.random.whole(2_000, 30_000),
    metadata: { order: effect.mark },
    payment_details: { token, installments: customer.random.whole(1, 3), capture },
    ...(splits && { splits }),
  });
  const charge = await customer.ask<Charge>('charge', '/v1/charges', body, { effect });
  return charge && (await customer.see<Charge>(`/v1/charges/${charge.id}`, isDecided));
}

export async function sellByCard(customer: Customer): Promise<void> {
  const charge = await chargeCard(customer);
  if (charge?.status !== 'captured' || customer.random.chance(0.4)) return;
  await refundInParts(customer, charge);
}

export async function authorizeFirst(customer: Customer): Promise<void> {
  const charge = await chargeCard(customer, { token: 'tok_visa', capture: false });
  if (charge?.status !== 'authorized') return;
  const path = `/v1/charges/${charge.id}`;
  if (customer.random.chance(0.3)) {
    await customer.ask('void', `${path}/void`);
    return;
  }
  const amount = customer.random.whole(1_000, charge.total_amount);
  const captured = await customer.ask<Charge>('capture', `${path}/capture`, { amount });
  if (captured && customer.random.chance(0.5)) await refundInParts(customer, captured);
}

export async function sellForSellers(customer: Customer): Promise<void> {
  const seller = customer.random.pick(customer.account.sellers);
  const splits = [{ recipient_id: seller.id, type: 'percentage' as const, amount: customer.random.whole(5, 60) }];
  const charge = await chargeCard(customer, { token: 'tok_visa', splits });
  if (charge?.status === 'captured' && customer.random.chance(0.3)) await refundInParts(customer, charge);
}

export async function dispute(customer: Customer): Promise<void> {
  const charge = await chargeCard(customer, { token: 'tok_visa' });
  if (charge?.status !== 'captured') return;
  const path = `/sandbox/v1/charges/${charge.id}/chargeback`;
  const isOpen = await customer.ask('dispute', path);
  if (!isOpen) return;
  await customer.ask('dispute', `${path}/${customer.random.pick(['won', 'lost'])}`);
}

/** Two parts, of which the second may be too much. */
export async function refundInParts(customer: Customer, charge: Pick<Charge, 'id' | 'captured_amount'>): Promise<void> {
  for (const part of [0.4, customer.random.pick([0.3, 0.9])]) {
    await refund(customer, charge.id, Math.floor(charge.captured_amount * part));
  }
}

async function refund(customer: Customer, chargeId: string, amount: number): Promise<void> {
  const effect = customer.mark('refund');
  await customer.ask('refund', `/v1/charges/${chargeId}/refund`, { amount, reason: effect.mark }, { effect });
}
