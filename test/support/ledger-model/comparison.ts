import type { Anticipation, Charge, Receivable, Wallet, Withdrawal } from '@centavo/contracts';
import { eventually } from '@centavo/testing';
import type { ChargeModel, ModelReceivable } from './charge-model.js';
import type { LedgerModel } from './ledger-model.js';
import type { ModelShop } from './model-shop.js';
import { OWNERS, type Owner, type WalletModel } from './wallet-model.js';

/** Waits until the ledger has heard of everything: the wallets, and the receivables of the charge that was touched, are as the model says. */
export async function expectLedger(model: LedgerModel, shop: ModelShop, charge?: ChargeModel): Promise<void> {
  await eventually(async () => {
    if (charge) expectReceivables(await shop.receivablesOf(charge.id), charge.receivables, shop);
    expect(await walletsOf(shop)).toEqual({
      merchant: amountsOf(model.wallets.merchant),
      submerchant: amountsOf(model.wallets.submerchant),
    });
  });
}

/** Compares all that there is to see of a merchant, at rest. */
export async function expectEverything(model: LedgerModel, shop: ModelShop): Promise<void> {
  await expectLedger(model, shop);
  expectReceivables(await shop.all<Receivable>('/v1/receivables'), model.receivables, shop);
  for (const owner of OWNERS) await expectStatement(model.wallets[owner], shop, owner);
  expect(statusesOf(await shop.all<Charge>('/v1/charges'))).toEqual(statusesOf(model.charges));
  expect(statusesOf(await shop.all<Withdrawal>('/v1/withdrawals'))).toEqual(statusesOf(model.withdrawals));
  expect(statusesOf(await shop.all<Anticipation>('/v1/anticipations'))).toEqual(statusesOf(model.anticipations));
}

/** Learns the ids and dates of a charge's new receivables, which are for the platform to choose. */
export async function learnReceivables(charge: ChargeModel, shop: ModelShop): Promise<void> {
  const shown = await eventually(async () => {
    const found = await shop.receivablesOf(charge.id);
    expect(found).toHaveLength(charge.receivables.length);
    return found;
  });
  for (const receivable of charge.receivables) {
    const match = shown.find(
      ({ recipient_id, installment }) =>
        shop.ownerOf(recipient_id) === receivable.owner && installment === receivable.installment,
    );
    receivable.id = match!.id;
    receivable.dueOn = match!.original_settlement_date.slice(0, 10);
  }
}

function expectReceivables(shown: readonly Receivable[], expected: readonly ModelReceivable[], shop: ModelShop): void {
  const rows = shown.map((each) => [
    each.id,
    shop.ownerOf(each.recipient_id),
    each.installment,
    each.status,
    each.anticipation_id,
    each.gross_amount,
    each.fee_amount,
    each.net_amount,
  ]);
  const expectedRows = expected.map((each) => [
    each.id,
    each.owner,
    each.installment,
    each.status,
    each.anticipationId,
    each.gross,
    each.fee,
    each.gross - each.fee,
  ]);
  expect(rows.toSorted(byFirst)).toEqual(expectedRows.toSorted(byFirst));
}

/** The entries of one happening may come in any order; each tells the balance after it. */
async function expectStatement(wallet: WalletModel, shop: ModelShop, owner: Owner): Promise<void> {
  const entries = await shop.statement(owner);
  let balance = 0;
  const shown = entries.map((entry) => {
    const amount = entry.direction === 'credit' ? entry.amount : -entry.amount;
    balance += amount;
    expect(entry.balance_after).toBe(balance);
    return `${entry.reference_type} ${entry.reference_id} ${amount}`;
  });
  const happenings = wallet.statement.map((group) => shown.splice(0, group.length).toSorted());
  expect([...happenings, shown]).toEqual([
    ...wallet.statement.map((group) =>
      group.map(({ referenceType, referenceId, amount }) => `${referenceType} ${referenceId} ${amount}`).toSorted(),
    ),
    [],
  ]);
}

async function walletsOf(shop: ModelShop): Promise<Record<Owner, readonly number[]>> {
  const wallets = await shop.get<Wallet[]>('/v1/wallets');
  const amounts = (id: string): readonly number[] => {
    const { available_amount, pending_amount, blocked_amount } = wallets.find((wallet) => wallet.id === id)!;
    return [available_amount, pending_amount, blocked_amount];
  };
  return { merchant: amounts(shop.wallets.merchant), submerchant: amounts(shop.wallets.submerchant) };
}

const amountsOf = ({ available, pending, blocked }: WalletModel) => [available, pending, blocked];

const statusesOf = (items: readonly { readonly id: string; readonly status: string }[]): Record<string, string> =>
  Object.fromEntries(items.map(({ id, status }) => [id, status]));

const byFirst = ([a]: readonly unknown[], [b]: readonly unknown[]): number => String(a).localeCompare(String(b));
