import { aChargeBody, aChargeBodyBy, aWithdrawalBody } from '@centavo/testing';
import type { Asked } from '../recording-client.js';
import type { Customer } from '../customer.js';
import { chargeCard } from './card-sales.js';

const COPIES = 20;

/** The same request many times at once, and then its key with another body. */
export async function sendDuplicates(customer: Customer): Promise<void> {
  const kind = customer.random.pick(['card', 'pix', 'refund', 'withdrawal'] as const);
  if (kind === 'card' || kind === 'pix') await duplicateCharge(customer, kind);
  else if (kind === 'refund') await duplicateRefund(customer);
  else await duplicateWithdrawal(customer);
}

async function duplicateCharge(customer: Customer, kind: 'card' | 'pix'): Promise<void> {
  const effect = customer.mark('charge');
  const fields = { metadata: { order: effect.mark } };
  const body = kind === 'card' ? aChargeBody(fields) : aChargeBodyBy('pix', fields);
  const asked = await customer.perform('charge', '/v1/charges', body, { effect, copies: COPIES });
  await askChanged(customer, 'charge', '/v1/charges', { ...body, amount: body.amount + 1 }, asked);
}

async function duplicateRefund(customer: Customer): Promise<void> {
  const charge = await chargeCard(customer, { token: 'tok_visa' });
  if (charge?.status !== 'captured') return;
  const effect = customer.mark('refund');
  const path = `/v1/charges/${charge.id}/refund`;
  const body = { amount: 1_000, reason: effect.mark };
  const asked = await customer.perform('refund', path, body, { effect, copies: COPIES });
  await askChanged(customer, 'refund', path, { ...body, amount: 999 }, asked);
}

async function duplicateWithdrawal(customer: Customer): Promise<void> {
  const effect = customer.mark('withdrawal');
  const { pin } = customer.account;
  const body = {
    ...aWithdrawalBody(customer.walletId, { amount: 1_000, idempotency_key: effect.mark }),
    ...(pin && { transaction_pin: pin }),
  };
  const asked = await customer.perform('withdrawal', '/v1/withdrawals', body, { effect, copies: COPIES });
  await askChanged(customer, 'withdrawal', '/v1/withdrawals', { ...body, amount: 1_001 }, asked);
}

/** Only of what was answered: otherwise it could be the first to be carried out. */
async function askChanged(
  customer: Customer,
  type: 'charge' | 'refund' | 'withdrawal',
  path: string,
  body: unknown,
  { answer, operation, key }: Asked & { readonly key: string },
): Promise<void> {
  if (answer) await customer.ask(type, path, body, { key, changes: operation });
}
