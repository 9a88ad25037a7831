import { PAYMENT_LINK_STATUSES, PAYMENT_METHODS, type PaymentLink, type PaymentLinkStatus } from '@centavo/contracts';
import type { PostgresDatabase } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { aPayLinkBody, aPaymentLinkBody, aSubmerchantBody, eventually, PostbackReceiver } from '@centavo/testing';
import type { Credentials, TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { noteStatements, rowsLookedAt, type Statement } from '../support/explain.js';
import { makePastPaymentLinks } from '../support/payment-link-history.js';

const LINKS = '/v1/payment-links';
const DAY_MS = 86_400_000;

let platform: TestPlatform;
let shop: TestMerchant;
let statements: Statement[];
let gateway: PostgresDatabase;

beforeAll(async () => {
  const settings = { RATE_LIMIT_PER_SECOND: '0', PUBLIC_URL: 'https://pay.example.com' };
  platform = await startPlatform(settings, async (testDatabase) => {
    gateway = await testDatabase.database('gateway');
    statements = noteStatements(gateway);
    return gateway;
  });
  shop = await platform.http.createMerchant();
});
afterAll(() => platform.stop());

const create = (body: unknown, headers?: Readonly<Record<string, string>>, as: Credentials = shop.credentials) =>
  platform.http.post<PaymentLink>(LINKS, as, body, headers);
const read = (id: string, as: Credentials = shop.credentials) => platform.http.get<PaymentLink>(`${LINKS}/${id}`, as);
const patch = (id: string, body: object, as: Credentials = shop.credentials) =>
  platform.http.call<PaymentLink>('PATCH', `${LINKS}/${id}`, { as, body });
const deactivate = (id: string, as: Credentials = shop.credentials) =>
  platform.http.call<PaymentLink>('POST', `${LINKS}/${id}/deactivate`, { as });

async function aLink(fields: Parameters<typeof aPaymentLinkBody>[0] = {}): Promise<PaymentLink> {
  const { status, body } = await create(aPaymentLinkBody(fields));
  expect(status).toBe(201);
  return body.data;
}

/** @returns the id of the charge */
async function paid(link: PaymentLink, method: 'pix' | 'credit_card' = 'pix'): Promise<string> {
  const path = `/pay/${link.id}/charges`;
  const { status, body } = await platform.http.call<{ id: string }>('POST', path, { body: aPayLinkBody(method) });
  expect(status).toBe(201);
  return body.data.id;
}

const FULL = {
  title: 'Camiseta azul',
  description: 'Algodão, tamanho M',
  amount: 12_500,
  currency: 'BRL',
  product_type: 'digital',
  allowed_payment_methods: ['credit_card', 'pix'],
  max_installments: 6,
  expires_at: new Date(Date.now() + DAY_MS).toISOString(),
  max_uses: 3,
  redirect_url: 'https://loja.example/obrigado?de=link',
  cover_image_url: 'https://loja.example/capa.jpg',
  metadata: { order: '1001' },
};

describe('POST /v1/payment-links', () => {
  it('makes a link with all that is said, and shows the same wherever it is read', async () => {
    const { status, body } = await create(FULL);
    expect(status).toBe(201);
    const { data: link } = body;
    expect(link).toEqual({
      ...FULL,
      id: expect.any(String),
      merchant_id: shop.merchant.id,
      submerchant_id: null,
      checkout_url: `https://pay.example.com/pay/${link.id}`,
      current_uses: 0,
      status: 'active',
      created_by: shop.apiKey.id,
      created_at: expect.any(String),
      updated_at: link.created_at,
    });
    expect((await read(link.id)).body.data).toEqual(link);
    const list = await platform.http.get<PaymentLink[]>(LINKS, shop.credentials);
    expect(list.body.data.find(({ id }) => id === link.id)).toEqual(link);
  });

  it('fills in what is left out', async () => {
    const link = await aLink({ description: null, allowed_payment_methods: null, max_installments: null });
    expect(link).toMatchObject({
      description: null,
      currency: 'BRL',
      allowed_payment_methods: [...PAYMENT_METHODS],
      max_installments: 12,
      expires_at: null,
      max_uses: null,
      metadata: null,
    });
  });

  it('is for a submerchant of the merchant', async () => {
    const { body } = await platform.http.post<{ id: string }>('/v1/submerchants', shop.credentials, aSubmerchantBody());
    const submerchant_id = body.data.id;
    expect(await aLink({ submerchant_id })).toMatchObject({ submerchant_id });
    const other = await platform.http.createMerchant();
    for (const id of [newId(), submerchant_id]) {
      const refused = await create(aPaymentLinkBody({ submerchant_id: id }), {}, other.credentials);
      expect([refused.status, refused.body.error]).toEqual([422, 'submerchant_not_found']);
      expect(refused.body.details).toMatchObject([{ field: 'submerchant_id' }]);
    }
  });

  it('answers a repeated key with the first link', async () => {
    const headers = { 'idempotency-key': newId() };
    const first = await create(FULL, headers);
    const again = await create(FULL, headers);
    expect([again.status, again.body.data]).toEqual([201, first.body.data]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });
});

describe('GET /v1/payment-links', () => {
  it('shows pages of what a status has, newest first', async () => {
    const statuses = Array.from({ length: 17 }, (_, index) => PAYMENT_LINK_STATUSES[index % 4]!);
    const merchant = await platform.http.createMerchant();
    const ids = await makePastPaymentLinks(platform.database('payments'), merchant.merchant.id, statuses);
    const newest = ids.map((id, index) => ({ id, status: statuses[index]! })).toReversed();
    const idsOf = async (query: string) => {
      const { body } = await platform.http.get<PaymentLink[]>(`${LINKS}?${query}`, merchant.credentials);
      return { ids: body.data.map(({ id }) => id), total: body.pagination!.total };
    };
    expect(await idsOf('page=2&perPage=10')).toEqual({ ids: newest.slice(10).map(({ id }) => id), total: 17 });
    for (const wanted of PAYMENT_LINK_STATUSES) {
      const found = newest.filter(({ status }) => status === wanted).map(({ id }) => id);
      expect(await idsOf(`status=${wanted}&perPage=3`)).toEqual({ ids: found.slice(0, 3), total: found.length });
    }
  });

  it.each(['status=paid', 'page=0', 'perPage=101'])('refuses %s', async (query) => {
    const { status, body } = await platform.http.get(`${LINKS}?${query}`, shop.credentials);
    expect([status, body.error]).toEqual([400, 'invalid_query_parameter']);
  });

  it('reads what it shows, however many links others have, and of its own the other statuses', async () => {
    const [small, large] = [await platform.http.createMerchant(), await platform.http.createMerchant()];
    const payments = platform.database('payments');
    const many = Array.from({ length: 20_000 }, (): PaymentLinkStatus => 'expired');
    await makePastPaymentLinks(payments, large.merchant.id, many);
    await makePastPaymentLinks(payments, large.merchant.id, ['active', 'active']);
    await makePastPaymentLinks(payments, small.merchant.id, ['active', 'expired']);
    for (const [merchant, query] of [
      [small, ''],
      [large, '?status=active'],
    ] as const) {
      statements.length = 0;
      const { body } = await platform.http.get<PaymentLink[]>(`${LINKS}${query}`, merchant.credentials);
      expect(body.data).toHaveLength(2);
      const statement = statements.find(({ text }) => text.includes('published_payment_links'))!;
      expect((await rowsLookedAt(gateway, statement)).get('payment_links')).toBeLessThan(20);
    }
  });
});

describe('PATCH /v1/payment-links/{id}', () => {
  it('changes all that may be changed, and empties what is null', async () => {
    const link = await aLink({ ...FULL, product_type: 'digital', currency: 'BRL', allowed_payment_methods: ['pix'] });
    const changes = {
      title: 'Camiseta verde',
      description: 'Linho',
      allowed_payment_methods: ['boleto'],
      max_installments: 1,
      expires_at: new Date(Date.now() + 2 * DAY_MS).toISOString(),
      max_uses: 5,
      redirect_url: 'https://loja.example/ate-logo',
      cover_image_url: 'https://loja.example/verde.jpg',
      metadata: { order: '1002' },
    };
    const changed = await patch(link.id, changes);
    expect([changed.status, changed.body.data]).toEqual([200, { ...link, ...changes, updated_at: expect.any(String) }]);
    const empty = { description: null, expires_at: null, max_uses: null, redirect_url: null, cover_image_url: null };
    const emptied = await patch(link.id, { ...empty, metadata: null });
    expect(emptied.body.data).toMatchObject({ ...empty, metadata: null, title: 'Camiseta verde', max_installments: 1 });
    expect((await read(link.id)).body.data).toEqual(emptied.body.data);
  });

  it('refuses what was settled when it was made, be it the same, with whatever else is wrong', async () => {
    const { id, amount, currency, product_type } = await aLink();
    const settled = { amount, currency, product_type, submerchant_id: null };
    const { status, body } = await patch(id, { ...settled, title: '', max_uses: 0 });
    expect([status, body.error]).toEqual([422, 'validation_error']);
    expect(body.details!.map(({ field, code }) => `${field} ${code}`).toSorted()).toEqual([
      'amount immutable',
      'currency immutable',
      'max_uses out_of_range',
      'product_type immutable',
      'submerchant_id immutable',
      'title invalid_length',
    ]);
    expect(body.details!.find(({ field }) => field === 'amount')!.message).toBe('amount cannot be changed');
  });

  it('cannot empty what a link needs', async () => {
    const { id } = await aLink();
    const { body } = await patch(id, { title: null, allowed_payment_methods: null, max_installments: null });
    expect(body.details!.map(({ field }) => field).toSorted()).toEqual([
      'allowed_payment_methods',
      'max_installments',
      'title',
    ]);
  });

  it('is not below the uses that there are', async () => {
    const link = await aLink();
    await paid(link);
    await paid(link);
    const refused = await patch(link.id, { max_uses: 1 });
    expect([refused.status, refused.body.details]).toMatchObject([422, [{ field: 'max_uses', code: 'out_of_range' }]]);
    expect((await patch(link.id, { max_uses: 2 })).body.data).toMatchObject({ status: 'completed', current_uses: 2 });
  });
});

describe('POST /v1/payment-links/{id}/deactivate', () => {
  it('takes the link out of use', async () => {
    const link = await aLink();
    const reply = await deactivate(link.id);
    expect([reply.status, reply.body.data]).toEqual([
      200,
      { ...link, status: 'inactive', updated_at: expect.any(String) },
    ]);
    const payment = await platform.http.call('POST', `/pay/${link.id}/charges`, { body: aPayLinkBody() });
    expect([payment.status, payment.body.error]).toEqual([410, 'payment_link_unavailable']);
  });
});

describe('A payment link', () => {
  it('is there for its merchant alone', async () => {
    const { id } = await aLink();
    const stranger = (await platform.http.createMerchant()).credentials;
    for (const reply of [await read(id, stranger), await patch(id, {}, stranger), await deactivate(id, stranger)]) {
      expect([reply.status, reply.body.error]).toEqual([404, 'payment_link_not_found']);
    }
    expect((await read(newId())).status).toBe(404);
    expect((await read('x')).body.error).toBe('invalid_uuid');
  });

  it('tells of itself from its beginning to its end, and of a use that was given back', async () => {
    const merchant = await platform.http.createMerchant();
    const receiver = await PostbackReceiver.start();
    const hear = { url: receiver.url('/postbacks'), events: ['payment_link.*'] };
    await platform.http.post('/v1/postbacks/endpoints', merchant.credentials, hear);
    const made = await create(aPaymentLinkBody({ max_uses: 1 }), {}, merchant.credentials);
    const link = made.body.data;
    const chargeId = await paid(link);
    await platform.http.call('POST', `/v1/charges/${chargeId}/void`, { as: merchant.credentials });
    await paid(link);
    const heard = () =>
      receiver.requests
        .map(({ body }) => JSON.parse(body) as { sequence: number; event: string; data: PaymentLink })
        .toSorted((a, b) => a.sequence - b.sequence);
    await eventually(() =>
      expect(heard().map(({ event, data }) => [event, data.current_uses])).toEqual([
        ['payment_link.active', 0],
        ['payment_link.completed', 1],
        ['payment_link.active', 0],
        ['payment_link.completed', 1],
      ]),
    );
    expect(heard().at(-1)!.data).toEqual((await read(link.id, merchant.credentials)).body.data);
    await receiver.close();
  });

  it('expires by itself', async () => {
    const link = await aLink({ expires_at: new Date(Date.now() + 3_000).toISOString() });
    await eventually(async () => expect((await read(link.id)).body.data.status).toBe('expired'));
  });
});
