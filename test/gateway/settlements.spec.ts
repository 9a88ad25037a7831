import type { Charge, Receivable, SettlementSummary, Wallet } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { aChargeBody, eventually } from '@centavo/testing';
import type { TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { createSubmerchant } from '../support/submerchants.js';

const FAR = '2099-12-31';

describe('A settlement in the sandbox', () => {
  let platform: TestPlatform;
  let shop: TestMerchant;
  beforeAll(async () => {
    platform = await startPlatform({ RATE_LIMIT_PER_SECOND: '0' });
  });
  beforeEach(async () => {
    shop = await platform.http.createMerchant();
  });
  afterAll(() => platform.stop());

  const run = (body: object, headers?: Record<string, string>, { credentials } = shop) =>
    platform.http.post<SettlementSummary>('/sandbox/v1/settlements/run', credentials, body, headers);
  const get = async <Data>(path: string, { credentials } = shop) =>
    (await platform.http.get<Data[]>(path, credentials)).body.data;

  /** R$ 100.01 in three installments, 30 % for somebody else. @returns its receivables */
  async function sell(sellerId: string, of = shop): Promise<Receivable[]> {
    const body = aChargeBody({
      amount: 10_001,
      payment_details: { token: 'tok_visa', installments: 3 },
      splits: [{ recipient_id: sellerId, type: 'percentage', amount: 30 }],
    });
    const made = await platform.http.post<Charge>('/v1/charges', of.credentials, body, { prefer: 'wait=10' });
    return eventually(async () => {
      const receivables = await get<Receivable>(`/v1/receivables?charge_id=${made.body.data.id}`, of);
      expect(receivables).toHaveLength(6);
      return receivables;
    });
  }
  const receivables = (of = shop) => get<Receivable>('/v1/receivables', of);
  const walletOf = async (ownerId: string, of = shop) => {
    const wallet = (await get<Wallet>('/v1/wallets', of)).find(({ owner_id }) => owner_id === ownerId)!;
    return [wallet.pending_amount, wallet.available_amount];
  };

  it('pays the worked example installment by installment, to the centavo', async () => {
    const seller = await createSubmerchant(platform, shop);
    const sold = await sell(seller.id);
    const first = sold.find(({ installment }) => installment === 1)!.settlement_date.slice(0, 10);

    const reply = await run({ until: first });

    expect(reply.status).toBe(200);
    expect(reply.body.data).toEqual({ settled: 2, amount: 3218 });
    expect([await walletOf(seller.id), await walletOf(shop.merchant.id)]).toEqual([
      [2000, 1000],
      [4434, 2218],
    ]);
    const settled = (await receivables()).filter(({ status }) => status === 'settled');
    expect(settled.map(({ installment }) => installment)).toEqual([1, 1]);
    // Not on the day that was pretended.
    expect(settled.every(({ settled_at }) => Date.parse(settled_at!) <= Date.now())).toBe(true);

    expect((await run({ until: FAR })).body.data).toEqual({ settled: 4, amount: 6434 });
    expect([await walletOf(seller.id), await walletOf(shop.merchant.id)]).toEqual([
      [0, 3000],
      [0, 6652],
    ]);
    expect((await run({ until: FAR })).body.data).toEqual({ settled: 0, amount: 0 });
  });

  it('leaves other merchants alone', async () => {
    const stranger = await platform.http.createMerchant();
    const seller = await createSubmerchant(platform, stranger);
    await sell(seller.id, stranger);
    expect((await run({ until: FAR })).body.data).toEqual({ settled: 0, amount: 0 });
    expect(await walletOf(seller.id, stranger)).toEqual([3000, 0]);
  });

  it('answers a repeated request the same again', async () => {
    await sell((await createSubmerchant(platform, shop)).id);
    const key = { 'idempotency-key': newId() };
    const first = await run({ until: FAR }, key);
    const again = await run({ until: FAR }, key);
    expect(first.body.data).toEqual({ settled: 6, amount: 9652 });
    expect([again.body.data, again.headers.get('idempotent-replayed')]).toEqual([first.body.data, 'true']);
    expect((await run({ until: '2098-12-31' }, key)).body.error).toBe('idempotency_key_reused');
  });

  it.each([
    ['nothing', {}],
    ['a word', { until: 'tomorrow' }],
    ['a day that no month has', { until: '2027-02-30' }],
    ['an instant', { until: '2027-02-01T00:00:00Z' }],
    ['a day before all business', { until: '1999-12-31' }],
    ['a number', { until: 20270201 }],
  ])('asks for a day, and does not take %s for one', async (_, body) => {
    const { status, body: refusal } = await run(body);
    expect([status, refusal.error]).toEqual([422, 'validation_error']);
    expect(refusal.details!.map(({ field }) => field)).toContain('until');
  });
});
