import type { SettlementSummary, WalletEntry, Withdrawal } from '@centavo/contracts';
import { aTedBody, aWithdrawalBody, eventually } from '@centavo/testing';
import fc from 'fast-check';
import type { Reply } from '../../http-client.js';
import {
  command,
  expectDone,
  expectRefusal,
  partOf,
  pickFit,
  weighted,
  type Command,
  type Weighted,
} from './command.js';
import { expectLedger } from './comparison.js';
import type { LedgerModel, ModelWithdrawal } from './ledger-model.js';
import type { ModelShop } from './model-shop.js';
import { OWNERS, type Owner } from './wallet-model.js';

const number = fc.nat({ max: 1_000 });
const owner = fc.constantFrom(...OWNERS);
const TED_FEE = 367;

type Way = 'pix' | 'pix that fails' | 'ted';
const way = fc.constantFrom<Way[]>('pix', 'pix', 'pix that fails', 'ted', 'ted');

/** Settlements, withdrawals and corrections by hand. */
export const moneyCommands: Weighted[] = [
  weighted(1, number.map(settle)),
  weighted(
    3,
    fc.tuple(owner, way, fc.integer({ min: 1, max: 1_100 })).map(([from, by, share]) => withdraw(from, by, share)),
  ),
  weighted(
    2,
    fc.tuple(number, fc.constantFrom('complete', 'fail', 'cancel')).map(([which, how]) => endWithdrawal(which, how)),
  ),
  weighted(
    1,
    fc.tuple(owner, fc.integer({ min: -20_000, max: 50_000 })).map(([of, amount]) => adjust(of, amount || 1)),
  ),
];

/** Until the day of one of the receivables that are due sooner than others. */
function settle(which: number): Command {
  return command(
    `settle until the day of receivable ${which}`,
    async (model, shop) => {
      const soonest = model.receivables.toSorted((a, b) => a.dueOn.localeCompare(b.dueOn));
      const until = pickFit(soonest.slice(0, Math.ceil(soonest.length / 2)), which, isPending).dueOn;
      const due = model.receivables.filter(
        ({ status, dueOn }) => (status === 'pending' || status === 'anticipated') && dueOn <= until,
      );
      const reply = await shop.ask<SettlementSummary>('/sandbox/v1/settlements/run', { until });
      expect(expectDone(reply, 200)).toEqual(model.settle(due));
      await expectLedger(model, shop);
    },
    ({ receivables }) => receivables.length > 0,
  );
}

/** @param share of the balance, in thousandths; also more than there is */
function withdraw(from: Owner, way: Way, share: number): Command {
  return command(`withdraw ${share} of ${from} by ${way}`, async (model, shop) => {
    const amount = partOf(Math.abs(model.wallets[from].available), share);
    const reply = await shop.ask<Withdrawal>('/v1/withdrawals', bodyOf(shop.wallets[from], way, amount));
    const obstacle = obstacleOf(model, from, way, amount);
    if (obstacle) expectRefusal(reply, obstacle);
    else await follow(model, shop, reply, { from, way });
    await expectLedger(model, shop);
  });
}

/** A Pix ends by itself, a TED when somebody says how. */
async function follow(
  model: LedgerModel,
  shop: ModelShop,
  reply: Reply<Withdrawal>,
  { from, way }: { readonly from: Owner; readonly way: Way },
): Promise<void> {
  const { id, amount, fee, netAmount } = expectDone(reply, 201);
  const expectedFee = way === 'ted' ? TED_FEE : 0;
  expect([fee, netAmount]).toEqual([expectedFee, amount - expectedFee]);
  const withdrawal: ModelWithdrawal = { id, owner: from, amount, status: 'pending' };
  model.withdraw(withdrawal);
  if (way === 'ted') return;
  const status = way === 'pix' ? 'completed' : 'failed';
  await eventually(async () => expect((await shop.get<Withdrawal>(`/v1/withdrawals/${id}`)).status).toBe(status));
  model.end(withdrawal, status);
}

const isPending = ({ status }: { readonly status: string }): boolean => status === 'pending';

const endings = { complete: 'completed', fail: 'failed', cancel: 'canceled' } as const;

function endWithdrawal(which: number, how: keyof typeof endings): Command {
  return command(
    `${how} withdrawal ${which}`,
    async (model, shop) => {
      const withdrawal = pickFit(model.withdrawals, which, isPending);
      const prefix = how === 'cancel' ? '/v1' : '/sandbox/v1';
      const reply = await shop.ask<Withdrawal>(`${prefix}/withdrawals/${withdrawal.id}/${how}`);
      if (withdrawal.status === 'pending') {
        expect(expectDone(reply, 200).status).toBe(endings[how]);
        model.end(withdrawal, endings[how]);
      } else expectRefusal(reply, how === 'cancel' ? 'withdrawal_not_cancelable' : 'sandbox_action_not_possible');
      await expectLedger(model, shop);
    },
    ({ withdrawals }) => withdrawals.length > 0,
  );
}

function adjust(of: Owner, amount: number): Command {
  return command(`adjust ${of} by ${amount}`, async (model, shop) => {
    const direction = amount > 0 ? 'credit' : 'debit';
    const body = { direction, amount: Math.abs(amount), description: 'By hand' };
    const reply = await shop.askOperator<WalletEntry>(`/wallets/${shop.wallets[of]}/adjustments`, body);
    const { reference_id: referenceId, balance_after } = expectDone(reply, 201);
    model.wallets[of].book([{ referenceType: 'adjustment', referenceId, amount }]);
    expect(balance_after).toBe(model.wallets[of].available);
    await expectLedger(model, shop);
  });
}

function bodyOf(walletId: string, way: Way, amount: number) {
  if (way === 'ted') return aTedBody(walletId, { amount });
  return aWithdrawalBody(walletId, { amount, ...(way === 'pix that fails' && { pix_key: 'fail@example.com' }) });
}

function obstacleOf({ wallets, terms }: LedgerModel, from: Owner, way: Way, amount: number): string | undefined {
  if (from === 'submerchant' && !terms.isSubmerchantApproved) return 'submerchant_not_approved';
  if (way === 'ted' && amount <= TED_FEE) return 'amount_below_fee';
  return amount > wallets[from].available ? 'insufficient_balance' : undefined;
}
