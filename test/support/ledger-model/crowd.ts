import type { Anticipation, Charge, Receivable, Wallet, Withdrawal } from '@centavo/contracts';
import { aChargeBody, aChargeBodyBy, aTedBody, aWithdrawalBody, eventually } from '@centavo/testing';
import fc, { type Arbitrary } from 'fast-check';
import type { Reply } from '../../http-client.js';
import { pick } from './command.js';
import type { ModelShop } from './model-shop.js';
import { total } from './rules.js';
import { OWNERS, type Owner } from './wallet-model.js';

/** What is known to all clients of what there is. */
interface Known {
  readonly charges: string[];
  readonly withdrawals: string[];
  receivables: readonly string[];
}

interface Step {
  readonly kind: (typeof KINDS)[number];
  readonly which: number;
  readonly amount: number;
  readonly owner: Owner;
}

const KINDS = [
  'sell',
  'sell by Pix',
  'refund',
  'dispute',
  'win',
  'lose',
  'anticipate',
  'anticipate all',
  'withdraw',
  'withdraw by TED',
  'complete',
  'cancel',
  'adjust',
  'settle',
  'look',
] as const;

const step: Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('sell' as const, 'withdraw' as const, 'refund' as const, ...KINDS),
  which: fc.nat({ max: 10_000 }),
  amount: fc.integer({ min: 400, max: 4_000 }),
  owner: fc.constantFrom(...OWNERS),
});

/** Clients that do what they like with one merchant's money, none of them waiting for another. */
export class Crowd {
  readonly #known: Known = { charges: [], withdrawals: [], receivables: [] };

  constructor(private readonly clients: readonly (readonly Step[])[]) {}

  /** Resolves when all have had their way. */
  async storm(shop: ModelShop): Promise<void> {
    await Promise.all(
      this.clients.map(async (steps) => {
        for (const each of steps) await this.#take(each, shop);
      }),
    );
  }

  toString(): string {
    return JSON.stringify(this.clients);
  }

  /** Whether it is granted depends on the others; that it is answered does not. */
  async #take(step: Step, shop: ModelShop): Promise<void> {
    const reply = await this.#ask(step, shop);
    if (reply) expectAnswered(step, reply);
  }

  async #ask({ kind, which, amount, owner }: Step, shop: ModelShop): Promise<Reply | undefined> {
    const { charges, withdrawals, receivables } = this.#known;
    const onCharge = (action: string, body?: object): Promise<Reply> | undefined =>
      charges.length === 0 ? undefined : shop.ask(action.replace(':id', pick(charges, which)), body);
    const wallet = shop.wallets[owner];
    switch (kind) {
      case 'sell':
        return this.#sell(shop, which);
      case 'sell by Pix':
        return this.#sellByPix(shop);
      case 'refund':
        return onCharge('/v1/charges/:id/refund', { amount });
      case 'dispute':
        return onCharge('/sandbox/v1/charges/:id/chargeback');
      case 'win':
        return onCharge('/sandbox/v1/charges/:id/chargeback/won');
      case 'lose':
        return onCharge('/sandbox/v1/charges/:id/chargeback/lost');
      case 'anticipate':
        if (receivables.length === 0) return undefined;
        return shop.ask('/v1/anticipations', {
          anticipation_type: 'spot',
          receivable_ids: [...new Set([pick(receivables, which), pick(receivables, amount)])],
        });
      case 'anticipate all':
        return shop.ask('/v1/anticipations', { anticipation_type: 'automatic' });
      case 'withdraw':
        return shop.ask('/v1/withdrawals', aWithdrawalBody(wallet, { amount }));
      case 'withdraw by TED':
        return this.#withdrawByTed(shop, wallet, amount);
      case 'complete':
        return withdrawals.length === 0
          ? undefined
          : shop.ask(`/sandbox/v1/withdrawals/${pick(withdrawals, which)}/complete`);
      case 'cancel':
        return withdrawals.length === 0 ? undefined : shop.ask(`/v1/withdrawals/${pick(withdrawals, which)}/cancel`);
      case 'adjust':
        return shop.askOperator(`/wallets/${wallet}/adjustments`, {
          direction: which % 2 === 0 ? 'credit' : 'debit',
          amount,
          description: 'By hand',
        });
      case 'settle':
        return shop.ask('/sandbox/v1/settlements/run', { until: '2099-12-31' });
      case 'look':
        this.#known.receivables = (await shop.get<Receivable[]>('/v1/receivables?perPage=100')).map(({ id }) => id);
        return undefined;
    }
  }

  async #sell(shop: ModelShop, which: number): Promise<Reply> {
    const splits = [{ recipient_id: shop.owners.submerchant, type: 'percentage' as const, amount: 30 }];
    const payment_details = { token: 'tok_visa', installments: 1 + (which % 3) };
    const reply = await shop.ask<Charge>('/v1/charges', aChargeBody({ amount: 10_001, payment_details, splits }));
    this.#known.charges.push(reply.body.data.id);
    return reply;
  }

  async #sellByPix(shop: ModelShop): Promise<Reply> {
    const made = await shop.ask<Charge>('/v1/charges', aChargeBodyBy('pix'), { prefer: 'wait=10' });
    this.#known.charges.push(made.body.data.id);
    return shop.ask(`/sandbox/v1/charges/${made.body.data.id}/pay`);
  }

  async #withdrawByTed(shop: ModelShop, wallet: string, amount: number): Promise<Reply> {
    const reply = await shop.ask<Withdrawal>('/v1/withdrawals', aTedBody(wallet, { amount }));
    if (reply.status === 201) this.#known.withdrawals.push(reply.body.data.id);
    return reply;
  }
}

export const crowd = (clients: number, stepsEach: number): Arbitrary<Crowd> => {
  const steps = fc.array(step, { minLength: stepsEach, maxLength: stepsEach });
  return fc.array(steps, { minLength: clients, maxLength: clients }).map((all) => new Crowd(all));
};

/** Granted, or refused for a reason of its own. */
function expectAnswered({ kind }: Step, { status, body }: Reply): void {
  const refused = [409, 422].includes(status) && typeof body.error === 'string';
  expect([kind, status, body.error, body.success || refused]).toEqual([kind, status, body.error, true]);
}

/** Waits until all is at rest, and compares what the lists of a merchant say of the same money. */
export async function expectConsistent(shop: ModelShop): Promise<void> {
  await eventually(async () => {
    const charges = await shop.all<Charge>('/v1/charges');
    const withdrawals = await shop.all<Withdrawal>('/v1/withdrawals');
    expect(charges.filter(({ status, payment_method }) => status === 'pending' && payment_method !== 'pix')).toEqual(
      [],
    );
    expect(withdrawals.filter(({ status, type }) => type === 'pix' && status !== 'completed')).toEqual([]);
    const receivables = await shop.all<Receivable>('/v1/receivables');
    const captured = charges.filter(({ captured_amount }) => captured_amount > 0).map(({ id }) => id);
    expect(new Set(receivables.map(({ charge_id }) => charge_id))).toEqual(new Set(captured));
    for (const owner of OWNERS) await expectConsistentWallet(shop, owner);
  });
  const anticipated = (await shop.all<Anticipation>('/v1/anticipations')).map(async ({ id }) => {
    const { receivables } = await shop.get<{ receivables: { id: string }[] }>(`/v1/anticipations/${id}`);
    return receivables.map((receivable) => receivable.id);
  });
  const ids = (await Promise.all(anticipated)).flat();
  expect(new Set(ids).size).toBe(ids.length);
}

async function expectConsistentWallet(shop: ModelShop, owner: Owner): Promise<void> {
  const wallet = await shop.get<Wallet>(`/v1/wallets/${shop.wallets[owner]}`);
  const receivables = await shop.all<Receivable>('/v1/receivables?status=pending');
  const pending = receivables.filter(({ recipient_id }) => shop.ownerOf(recipient_id) === owner);
  expect(wallet.pending_amount).toBe(total(pending.map(({ net_amount }) => net_amount)));
  const statement = await shop.statement(owner);
  expect(wallet.available_amount).toBe(statement.at(-1)?.balance_after ?? 0);
  const overdrawn = statement.filter((entry) => entry.reference_type === 'withdrawal' && entry.balance_after < 0);
  expect(overdrawn).toEqual([]);
  await expectWithdrawalsBooked(shop, owner, statement);
}

/** Each withdrawal is on the statement once, and once more if it came back. */
async function expectWithdrawalsBooked(
  shop: ModelShop,
  owner: Owner,
  statement: Awaited<ReturnType<ModelShop['statement']>>,
): Promise<void> {
  const withdrawals = (await shop.all<Withdrawal>('/v1/withdrawals')).filter(
    ({ wallet_id }) => wallet_id === shop.wallets[owner],
  );
  const cameBack = withdrawals.filter(({ status }) => status === 'failed' || status === 'canceled');
  const idsOf = (type: string): string[] =>
    statement.filter(({ reference_type }) => reference_type === type).map(({ reference_id }) => reference_id);
  expect(idsOf('withdrawal').toSorted()).toEqual(withdrawals.map(({ id }) => id).toSorted());
  expect(idsOf('withdrawal_reversal').toSorted()).toEqual(cameBack.map(({ id }) => id).toSorted());
}
