import type { Charge, Wallet, Withdrawal } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { aChargeBodyBy, aTedBody, aWithdrawalBody, eventually, type WithdrawalBody } from '@centavo/testing';
import type { KeyedRequest, PatientClient } from '../support/patient-client.js';
import type { Scenario, Shown, Task } from './fault-scenarios.js';

const COMPLETED: Shown = {
  collection: 'withdrawals',
  shown: { status: 'completed', external_id: expect.any(String), failure_reason: null },
  events: ['withdrawal.pending', 'withdrawal.processing', 'withdrawal.completed'],
};
const FAILED: Shown = {
  collection: 'withdrawals',
  shown: { status: 'failed', external_id: null, failure_reason: expect.any(String) },
  events: ['withdrawal.pending', 'withdrawal.processing', 'withdrawal.failed'],
};

/** One that is paid, one whose answer is lost, one that the bank refuses, and one that waits for the trigger. */
export const withdrawals: Scenario = async ({ client }) => {
  const { id: walletId } = await walletWithMoney(client);
  const waiting = await answered(client, aWithdrawal(aTedBody(walletId, { amount: 1_000 })));
  const trigger = { path: `/sandbox/v1/withdrawals/${waiting}/complete`, key: newId() };
  return [
    asked(client, pix(walletId, 'maria@example.com'), COMPLETED),
    asked(client, pix(walletId, 'timeout@example.com'), COMPLETED),
    asked(client, pix(walletId, 'fail@example.com'), FAILED),
    asked(client, trigger, COMPLETED),
  ];
};

const asked = (client: PatientClient, request: KeyedRequest, shown: Shown): Task => ({
  begin: () => client.ask(request),
  insist: () => answered(client, request),
  ...shown,
});

async function answered(client: PatientClient, request: KeyedRequest): Promise<string> {
  const { body } = await client.insist<Withdrawal>(request);
  expect(body.error).toBeUndefined();
  return body.data.id;
}

const pix = (walletId: string, key: string): KeyedRequest =>
  aWithdrawal(aWithdrawalBody(walletId, { amount: 1_000, pix_key: key }));

const aWithdrawal = (body: WithdrawalBody): KeyedRequest => ({
  path: '/v1/withdrawals',
  body,
  key: body.idempotency_key,
});

/** Some Pix that was paid, and is in the wallet at once. */
async function walletWithMoney(client: PatientClient): Promise<Wallet> {
  const order = newId();
  const body = { ...aChargeBodyBy('pix'), metadata: { order } };
  const paid = await client.insist<Charge>({ path: '/v1/charges', body, key: order });
  await client.insist({ path: `/sandbox/v1/charges/${paid.body.data.id}/pay`, key: newId() });
  return eventually(async () => {
    const wallets = await client.get<Wallet[]>('/v1/wallets');
    const wallet = wallets.body.data.find(({ owner_type }) => owner_type === 'merchant')!;
    expect(wallet.available_amount).toBeGreaterThanOrEqual(5_000);
    return wallet;
  });
}
