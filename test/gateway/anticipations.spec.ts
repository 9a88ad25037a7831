import type {
  Anticipation,
  AnticipationSimulation,
  AnticipationWithReceivables,
  AuditLogEntry,
  Charge,
  Receivable,
  Wallet,
} from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { aChargeBody, eventually } from '@centavo/testing';
import { OPERATOR, type Reply, type TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { createSubmerchant } from '../support/submerchants.js';

const refusal = ({ status, body }: Reply) => [
  status,
  body.error,
  body.details?.map(({ field, code }) => `${field} ${code}`).toSorted(),
];

const spot = (...receivable_ids: string[]) => ({ anticipation_type: 'spot', receivable_ids });

describe('Anticipations', () => {
  let platform: TestPlatform;
  let shop: TestMerchant;
  beforeAll(async () => {
    platform = await startPlatform({ RATE_LIMIT_PER_SECOND: '0' });
  });
  beforeEach(async () => {
    shop = await platform.http.createMerchant();
  });
  afterAll(() => platform.stop());

  const post = <Data = Anticipation>(path: string, body: unknown, headers = {}) =>
    platform.http.post<Data>(`/v1/anticipations${path}`, shop.credentials, body, headers);
  const get = <Data>(path: string, as = shop) => platform.http.get<Data>(path, as.credentials);
  const review = (id: string, status: string, notes?: string) =>
    platform.http.post<Anticipation>(`/admin/v1/anticipations/${id}/review`, OPERATOR, { status, notes });
  const walletOf = async (owner: string) =>
    (await get<Wallet[]>('/v1/wallets')).body.data.find(({ owner_id }) => owner_id === owner)!;

  /** The receivables of a new charge, by installment. */
  async function receivables(installments = 3, splits?: object[]): Promise<Receivable[]> {
    const payment_details = { token: 'tok_visa', installments };
    const body = { ...aChargeBody({ amount: 10_001, payment_details }), ...(splits && { splits }) };
    const { data } = (await platform.http.post<Charge>('/v1/charges', shop.credentials, body)).body;
    return eventually(async () => {
      const found = (await get<Receivable[]>(`/v1/receivables?charge_id=${data.id}`)).body.data;
      expect(found).toHaveLength(installments * (splits ? 2 : 1));
      return found.toSorted((a, b) => a.installment - b.installment);
    });
  }

  /** Changes the terms, and waits until the ledger has heard of it. */
  async function setTerms(anticipation: object): Promise<void> {
    const path = `/admin/v1/merchants/${shop.merchant.id}`;
    await platform.http.call('PATCH', path, { as: OPERATOR, body: { anticipation } });
    await eventually(async () => {
      const [row] = await platform
        .database('ledger')
        .query('SELECT anticipation FROM merchant_terms WHERE merchant_id = $1', [shop.merchant.id]);
      expect(row!.anticipation).toMatchObject(anticipation);
    });
  }

  it('pay receivables early, to each recipient its part', async () => {
    const seller = await createSubmerchant(platform, shop);
    const split = { recipient_id: seller.id, type: 'percentage', amount: 30 };
    const [first] = await receivables(1, [split]);
    const ids = (await get<Receivable[]>(`/v1/receivables?charge_id=${first!.charge_id}`)).body.data.map(
      ({ id }) => id,
    );

    const simulated = await post<AnticipationSimulation>('/simulate', spot(...ids));
    expect([simulated.status, simulated.body.data.receivables.length]).toEqual([200, 2]);
    const { status, body } = await post('', { ...spot(...ids), metadata: { order: 'A-1' } });
    expect([status, body.data.status, body.data.metadata]).toEqual([201, 'approved', { order: 'A-1' }]);
    const { total_gross_amount, total_fee_amount, total_net_amount } = simulated.body.data;
    expect(body.data).toMatchObject({ total_gross_amount, total_fee_amount, total_net_amount });

    const wallets = [await walletOf(shop.merchant.id), await walletOf(seller.id)];
    expect(wallets.map(({ pending_amount }) => pending_amount)).toEqual([0, 0]);
    expect(wallets.reduce((sum, { available_amount }) => sum + available_amount, 0)).toBe(total_net_amount);
    const shown = (await get<AnticipationWithReceivables>(`/v1/anticipations/${body.data.id}`)).body.data;
    expect(shown.receivables.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(
      simulated.body.data.receivables.toSorted((a, b) => a.id.localeCompare(b.id)),
    );
    const paid = (await get<Receivable>(`/v1/receivables/${ids[0]}`)).body.data;
    expect(paid).toMatchObject({ status: 'anticipated', anticipation_id: body.data.id });
  });

  it('refuse a body with all that is wrong with it', async () => {
    const id = newId();
    const replies = [
      await post('', { anticipation_type: 'later', receivable_ids: 'all', metadata: [1] }),
      await post('', { receivable_ids: [id, 'no id'] }),
      await post('', { anticipation_type: 'spot', receivable_ids: [{ toString: 1 }, null, [id]] }),
      await post('', { anticipation_type: 'spot', receivable_ids: [id, id.toUpperCase()] }),
      await post('', { anticipation_type: 'spot', receivable_ids: Array.from({ length: 1_001 }, newId) }),
      await post('/simulate', { anticipation_type: null }),
    ];
    expect(replies.map(refusal)).toEqual(
      [
        ['anticipation_type invalid_value', 'metadata invalid_value', 'receivable_ids invalid_type'],
        ['anticipation_type required', 'receivable_ids invalid_format'],
        ['receivable_ids invalid_format'],
        ['receivable_ids invalid_value'],
        ['receivable_ids invalid_length'],
        ['anticipation_type required'],
      ].map((broken) => [422, 'validation_error', broken]),
    );
  });

  it('refuse receivables that are not there, not to be had or had already', async () => {
    const [mine] = await receivables(1);
    const theirs = await platform.http.createMerchant();
    const foreign = await platform.http.post('/v1/anticipations', theirs.credentials, spot(mine!.id));
    expect(refusal(foreign)).toEqual([422, 'receivable_not_found', ['receivable_ids.0 receivable_not_found']]);
    expect(refusal(await post('', { anticipation_type: 'spot' }))).toEqual([
      422,
      'receivable_ids_required',
      ['receivable_ids receivable_ids_required'],
    ]);
    expect((await post('', spot(mine!.id))).status).toBe(201);
    const taken = ['receivable_ids.0 receivable_already_anticipated'];
    expect(refusal(await post('', spot(mine!.id)))).toEqual([409, 'receivable_already_anticipated', taken]);
    expect(refusal(await post('/simulate', spot(mine!.id)))).toEqual([409, 'receivable_already_anticipated', taken]);
    expect(refusal(await post('', { anticipation_type: 'automatic' }))).toEqual([
      422,
      'receivable_not_eligible',
      undefined,
    ]);
  });

  it('are made once per idempotency key', async () => {
    const [mine] = await receivables(1);
    const headers = { 'idempotency-key': newId() };
    const replies = await Promise.all(Array.from({ length: 5 }, () => post('', spot(mine!.id), headers)));
    const made = replies.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ body }) => body.data.id)).size).toBe(1);
    const again = await post('', spot(mine!.id), headers);
    expect([again.status, again.body.data, again.headers.get('idempotent-replayed')]).toEqual([
      201,
      made[0]!.body.data,
      'true',
    ]);
    const other = await post('', { anticipation_type: 'automatic' }, headers);
    expect(refusal(other)).toEqual([422, 'idempotency_key_reused', undefined]);
    expect((await get<Anticipation[]>('/v1/anticipations')).body.pagination).toMatchObject({ total: 1 });
  });

  it('let one of a hundred requests for a receivable win', async () => {
    const [mine] = await receivables(1);
    const replies = await Promise.all(Array.from({ length: 100 }, () => post('', spot(mine!.id))));
    const [made, others] = [
      replies.filter(({ status }) => status === 201),
      replies.filter(({ status }) => status !== 201),
    ];
    expect(made).toHaveLength(1);
    expect(new Set(others.map(({ status, body }) => `${status} ${body.error}`))).toEqual(
      new Set(['409 receivable_already_anticipated']),
    );
    const { total_net_amount } = made[0]!.body.data;
    expect((await walletOf(shop.merchant.id)).available_amount).toBe(total_net_amount);
  });

  it('wait for an operator where the merchant’s are reviewed', async () => {
    await setTerms({ review: 'manual' });
    const [first, second, third] = await receivables();
    const made = await Promise.all(
      [first, second, third].map(async (each) => (await post('', spot(each!.id))).body.data),
    );
    expect(made.map(({ status }) => status)).toEqual(['pending', 'pending', 'pending']);
    const [approved, rejected, canceled] = made.map(({ id }) => id) as [string, string, string];

    const answer = await review(approved, 'approved', 'Conferido');
    expect(answer.body.data).toMatchObject({ status: 'approved', review_notes: 'Conferido' });
    expect((await review(rejected, 'rejected')).body.data.status).toBe('rejected');
    expect((await post(`/${canceled}/cancel`, undefined)).body.data.status).toBe('canceled');

    expect((await review(canceled, 'approved')).body).toMatchObject({
      error: 'review_not_possible',
      message: 'The anticipation is canceled; it would have to be pending.',
    });
    expect(refusal(await post(`/${approved}/cancel`, undefined))).toEqual([
      409,
      'anticipation_not_cancelable',
      undefined,
    ]);
    expect(refusal(await review(newId(), 'approved'))).toEqual([404, 'anticipation_not_found', undefined]);
    expect(refusal(await review(approved, 'pending'))).toEqual([422, 'validation_error', ['status invalid_value']]);
    const { total_net_amount } = answer.body.data;
    expect((await walletOf(shop.merchant.id)).available_amount).toBe(total_net_amount);

    const log = await platform.http.get<AuditLogEntry[]>(`/admin/v1/audit-log?resource_id=${approved}`, OPERATOR);
    expect(log.body.data.map(({ path, status }) => [path.endsWith(`${approved}/review`), status])).toContainEqual([
      true,
      200,
    ]);
  });

  it('are listed by status, type and date, newest first', async () => {
    await setTerms({ review: 'manual' });
    const own = await receivables();
    const made: string[] = [];
    for (const { id } of own.slice(0, 2)) made.unshift((await post('', spot(id))).body.data.id);
    made.unshift((await post('', { anticipation_type: 'automatic' })).body.data.id);
    await post(`/${made[1]}/cancel`, undefined);

    const list = async (query: string) => {
      const { body } = await get<Anticipation[]>(`/v1/anticipations?${query}`);
      return [body.data.map(({ id }) => id), body.pagination!.total];
    };
    expect(await list('')).toEqual([made, 3]);
    expect(await list('perPage=1&page=2')).toEqual([[made[1]], 3]);
    expect(await list('status=pending')).toEqual([[made[0], made[2]], 2]);
    expect(await list('status=canceled')).toEqual([[made[1]], 1]);
    expect(await list('anticipation_type=automatic')).toEqual([[made[0]], 1]);
    expect(await list('status=pending&anticipation_type=spot')).toEqual([[made[2]], 1]);
    expect(await list('date_from=2020-01-01')).toEqual([made, 3]);
    expect(await list('date_to=2020-01-01')).toEqual([[], 0]);
    const { created_at } = (await get<Anticipation>(`/v1/anticipations/${made[1]}`)).body.data;
    expect(await list(`date_from=${created_at}&date_to=${created_at}`)).toEqual([[made[1]], 1]);
    for (const query of ['status=new', 'anticipation_type=later', 'date_from=today', 'perPage=101']) {
      expect((await get(`/v1/anticipations?${query}`)).body.error).toBe('invalid_query_parameter');
    }
  });

  it('are nobody else’s', async () => {
    const [mine] = await receivables(1);
    const { id } = (await post('', spot(mine!.id))).body.data;
    const other = await platform.http.createMerchant();
    expect((await get(`/v1/anticipations/${id}`, other)).body.error).toBe('anticipation_not_found');
    expect((await get<unknown[]>('/v1/anticipations', other)).body.data).toEqual([]);
    const cancel = await platform.http.post(`/v1/anticipations/${id}/cancel`, other.credentials, undefined);
    expect(refusal(cancel)).toEqual([404, 'anticipation_not_found', undefined]);
  });

  it('are settled when the dates of their receivables have come', async () => {
    const [mine] = await receivables(1);
    const { id } = (await post('', spot(mine!.id))).body.data;
    const until = mine!.original_settlement_date.slice(0, 10);
    const run = await platform.http.post('/sandbox/v1/settlements/run', shop.credentials, { until });
    expect(run.body.data).toEqual({ settled: 1, amount: 0 });
    expect((await get<Anticipation>(`/v1/anticipations/${id}`)).body.data.status).toBe('settled');
  });
});
