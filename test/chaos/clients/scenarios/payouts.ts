import type { Receivable, Withdrawal } from '@centavo/contracts';
import { aTedBody, aWithdrawalBody } from '@centavo/testing';
import type { Customer } from '../customer.js';

/** The bank pays, refuses, or does not say so. */
const PIX_KEYS = ['maria@example.com', 'maria@example.com', 'fail@example.com', 'timeout@example.com'];
const DAY_MS = 86_400_000;

const pinOf = ({ account: { pin } }: Customer): { transaction_pin?: string } => (pin ? { transaction_pin: pin } : {});

export async function withdrawByPix(customer: Customer): Promise<void> {
  const effect = customer.mark('withdrawal');
  const fields = {
    amount: customer.random.whole(500, 5_000),
    pix_key: customer.random.pick(PIX_KEYS),
    idempotency_key: effect.mark,
  };
  await customer.ask(
    'withdrawal',
    '/v1/withdrawals',
    { ...aWithdrawalBody(customer.walletId, fields), ...pinOf(customer) },
    { effect },
  );
}

export async function withdrawByTed(customer: Customer): Promise<void> {
  const effect = customer.mark('withdrawal');
  const fields = { amount: customer.random.whole(1_500, 5_000), idempotency_key: effect.mark };
  const body = { ...aTedBody(customer.walletId, fields), ...pinOf(customer) };
  const made = await customer.ask<Withdrawal>('withdrawal', '/v1/withdrawals', body, { effect });
  if (!made) return;
  const end = customer.random.pick(['complete', 'fail', 'cancel'] as const);
  const prefix = end === 'cancel' ? '/v1' : '/sandbox/v1';
  await customer.ask('end of a withdrawal', `${prefix}/withdrawals/${made.id}/${end}`);
}

export async function anticipate(customer: Customer): Promise<void> {
  const pending = await customer.see<Receivable[]>(
    '/v1/receivables?status=pending&perPage=50',
    (found) => found.length > 0,
  );
  if (!pending) return;
  const effect = customer.mark('anticipation');
  const body = {
    anticipation_type: 'spot',
    // Others may take the same ones.
    receivable_ids: [...new Set([customer.random.pick(pending).id, customer.random.pick(pending).id])],
    metadata: { batch: effect.mark },
  };
  await customer.ask('anticipation', '/v1/anticipations', body, { effect });
}

/** What is due within a month or two, as if it were the day. */
export async function settle(customer: Customer): Promise<void> {
  const until = new Date(Date.now() + customer.random.whole(20, 70) * DAY_MS).toISOString().slice(0, 10);
  await customer.ask('settlement', '/sandbox/v1/settlements/run', { until });
}

export async function adjust(customer: Customer): Promise<void> {
  const effect = customer.mark('adjustment');
  const body = {
    direction: customer.random.pick(['credit', 'credit', 'debit']),
    amount: customer.random.whole(100, 5_000),
    description: effect.mark,
  };
  const path = `/admin/v1/wallets/${customer.walletId}/adjustments`;
  await customer.ask('adjustment', path, body, { effect, as: customer.account.operator });
}
