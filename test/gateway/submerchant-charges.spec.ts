import type { Charge, CreateChargeDto, Receivable, Submerchant, Wallet } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { aChargeBody, eventually } from '@centavo/testing';
import { OPERATOR, type Reply, type TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { SlowNewsBus } from '../support/slow-news-bus.js';
import { createSubmerchant } from '../support/submerchants.js';

const refusal = ({ status, body }: Reply) => [status, body.error, body.details?.map(({ field }) => field)];
const splitTo = (recipient_id: string, traits: object = {}) =>
  ({ recipient_id, type: 'percentage', amount: 30, ...traits }) as const;

describe('A charge that has to do with submerchants', () => {
  const bus = new SlowNewsBus();
  const holdNews = () => bus.hold('submerchant.*');
  let platform: TestPlatform;
  let shop: TestMerchant;
  beforeAll(async () => {
    platform = await startPlatform({ RATE_LIMIT_PER_SECOND: '0' }, undefined, bus);
  });
  beforeEach(async () => {
    shop = await platform.http.createMerchant();
  });
  afterEach(() => bus.release());
  afterAll(() => platform.stop());

  const charge = (body: Partial<CreateChargeDto>) =>
    platform.http.post<Charge>('/v1/charges', shop.credentials, aChargeBody(body), { prefer: 'wait=10' });
  const get = async <Data>(path: string) => (await platform.http.get<Data[]>(path, shop.credentials)).body.data;
  const review = (id: string, status: string) =>
    platform.http.post<Submerchant>(`/admin/v1/submerchants/${id}/review`, OPERATOR, { status, notes: 'Conferido' });
  const receivablesOf = (id: string, count: number) =>
    eventually(async () => {
      const found = await get<Receivable>(`/v1/receivables?charge_id=${id}`);
      expect(found).toHaveLength(count);
      return found;
    });
  const pendingOf = async (owner: string) =>
    (await get<Wallet>('/v1/wallets')).find(({ owner_id }) => owner_id === owner)?.pending_amount;

  it('is divided to the centavo, as in the worked example', async () => {
    const seller = await createSubmerchant(platform, shop);
    const { body } = await charge({
      amount: 10_001,
      payment_details: { token: 'tok_visa', installments: 3 },
      splits: [splitTo(seller.id)],
    });
    expect(body.data).toMatchObject({ status: 'captured', submerchant_id: null });

    const paid = (await receivablesOf(body.data.id, 6)).toSorted((a, b) => a.installment - b.installment);
    const amountsOf = (recipient: string) =>
      paid
        .filter(({ recipient_id }) => recipient_id === recipient)
        .map(({ gross_amount, fee_amount, net_amount }) => [gross_amount, fee_amount, net_amount]);
    expect(amountsOf(seller.id)).toEqual([
      [1000, 0, 1000],
      [1000, 0, 1000],
      [1000, 0, 1000],
    ]);
    expect(amountsOf(shop.merchant.id)).toEqual([
      [2335, 117, 2218],
      [2333, 116, 2217],
      [2333, 116, 2217],
    ]);
    expect(paid.map(({ recipient_id, submerchant_id }) => submerchant_id ?? recipient_id)).toEqual(
      paid.map(({ recipient_id }) => recipient_id),
    );
    expect([await pendingOf(seller.id), await pendingOf(shop.merchant.id)]).toEqual([3000, 6652]);
  });

  it('is for its submerchant, who gets what remains and pays the fee', async () => {
    const seller = await createSubmerchant(platform, shop);
    const { body } = await charge({ submerchant_id: seller.id, splits: [splitTo(shop.merchant.id, { amount: 10 })] });
    expect(body.data).toMatchObject({ status: 'captured', submerchant_id: seller.id });
    const paid = await receivablesOf(body.data.id, 2);
    expect(paid.map(({ recipient_id, gross_amount, fee_amount }) => [recipient_id, gross_amount, fee_amount])).toEqual(
      expect.arrayContaining([
        [shop.merchant.id, 1_000, 0],
        [seller.id, 9_000, 299],
      ]),
    );
    expect((await get<Charge>(`/v1/charges?submerchant_id=${seller.id}`)).map(({ id }) => id)).toEqual([body.data.id]);
    expect(await get<Receivable>(`/v1/receivables?submerchant_id=${seller.id}`)).toHaveLength(1);
  });

  it('is made and paid out although nobody has heard yet that its submerchants were registered', async () => {
    holdNews();
    const [seller, partner] = [await createSubmerchant(platform, shop), await createSubmerchant(platform, shop)];
    const { status, body } = await charge({ submerchant_id: seller.id, splits: [splitTo(partner.id)] });
    expect([status, body.data.status]).toEqual([201, 'captured']);
    await receivablesOf(body.data.id, 2);
    expect([await pendingOf(seller.id), await pendingOf(partner.id)]).toEqual([7_000 - 299, 3_000]);
  });

  it('is made although nobody has heard yet that its submerchant is trusted again', async () => {
    const seller = await createSubmerchant(platform, shop);
    await review(seller.id, 'rejected');
    await eventually(async () => (await charge({ submerchant_id: seller.id })).status === 422);
    holdNews();
    await review(seller.id, 'in_review');
    expect((await charge({ submerchant_id: seller.id })).status).toBe(201);
  });

  it('keeps no other charge waiting while it waits for word of its submerchant', async () => {
    holdNews();
    bus.hold('submerchants.find');
    const seller = await createSubmerchant(platform, shop);
    const waiting = charge({ submerchant_id: seller.id });
    expect((await charge({})).status).toBe(201);
    bus.release();
    expect((await waiting).status).toBe(201);
  });

  it('is refused within two seconds after its submerchant was suspended', async () => {
    const seller = await createSubmerchant(platform, shop);
    await review(seller.id, 'approved');
    expect((await charge({ submerchant_id: seller.id })).status).toBe(201);
    expect((await review(seller.id, 'suspended')).status).toBe(200);
    const refused = await eventually(async () => {
      const reply = await charge({ submerchant_id: seller.id });
      return reply.status === 422 && reply;
    });
    expect(refusal(refused as Reply)).toEqual([422, 'submerchant_not_active', ['submerchant_id']]);
    expect((refused as Reply).body.details![0]!.message).toMatch(/suspended/);
  });

  it("is refused for nobody, and for another merchant's", async () => {
    const theirs = await createSubmerchant(platform, await platform.http.createMerchant());
    for (const id of [newId(), theirs.id, shop.merchant.id]) {
      expect(refusal(await charge({ submerchant_id: id }))).toEqual([422, 'submerchant_not_found', ['submerchant_id']]);
    }
    const splits = [newId(), theirs.id, shop.merchant.id].map((id) => splitTo(id));
    expect(refusal(await charge({ splits }))).toEqual([
      422,
      'split_recipient_invalid',
      ['splits.0.recipient_id', 'splits.1.recipient_id'],
    ]);
  });
});

describe('The wallet of a submerchant', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startPlatform();
  });
  afterAll(() => platform.stop());

  it('is opened with it, is listed with its merchant’s and is nobody else’s', async () => {
    const [shop, other] = [await platform.http.createMerchant(), await platform.http.createMerchant()];
    const seller = await createSubmerchant(platform, shop);
    const wallets = await eventually(async () => {
      const { data } = (await platform.http.get<Wallet[]>('/v1/wallets', shop.credentials)).body;
      expect(data).toHaveLength(2);
      return data;
    });
    expect(wallets.map(({ owner_id, owner_type }) => [owner_id, owner_type])).toEqual(
      expect.arrayContaining([
        [shop.merchant.id, 'merchant'],
        [seller.id, 'submerchant'],
      ]),
    );
    const { id } = wallets.find(({ owner_type }) => owner_type === 'submerchant')!;
    expect((await platform.http.get(`/v1/wallets/${id}`, shop.credentials)).status).toBe(200);
    expect((await platform.http.get(`/v1/wallets/${id}`, other.credentials)).status).toBe(404);
  });

  it('counts also when it was opened long after its id was made', async () => {
    const shop = await platform.http.createMerchant();
    const countOf = async () => (await platform.http.get('/v1/wallets', shop.credentials)).body.pagination!.total;
    expect(await countOf()).toBe(1);
    const command = {
      wallet_id: newId().replace(/^.{13}/, '01900000-0000'),
      merchant_id: shop.merchant.id,
      owner_id: newId(),
      owner_type: 'submerchant',
    };
    const message = { id: newId(), type: 'wallets.open', topic: 'ledger.commands', key: command.owner_id, headers: {} };
    await platform.bus.request({ ...message, value: JSON.stringify(command) }, 60_000);
    expect(await countOf()).toBe(2);
  });
});
