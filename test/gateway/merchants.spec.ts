import { DEFAULT_FEES, type AuditLogEntry, type Merchant } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { aChargeBodyBy, eventually } from '@centavo/testing';
import { OPERATOR, type TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { startAnotherGateway, type AnotherGateway } from '../support/another-gateway.js';

const RATE = { bps: 100, fixed: 0 };
const band = (from: unknown, to: unknown, rate: object = RATE) => ({ from, to, ...rate });
const withBands = (...credit_card: unknown[]) => ({ fees: { credit_card } });

/** A body with what is wrong with it: `code field`. */
const REFUSED: readonly (readonly [body: object, ...broken: string[]])[] = [
  [{ status: 'blocked' }, 'invalid_value status'],
  [{ status: null }, 'required status'],
  [{ status: 1 }, 'invalid_value status'],
  [{ fees: null }, 'required fees'],
  [{ fees: [] }, 'invalid_type fees'],
  [{ fees: { pix: {} } }, 'required fees.pix.bps', 'required fees.pix.fixed'],
  [{ fees: { pix: null } }, 'required fees.pix'],
  [{ fees: { pix: { bps: -1, fixed: 0 } } }, 'out_of_range fees.pix.bps'],
  [{ fees: { pix: { bps: 10_001, fixed: 0 } } }, 'out_of_range fees.pix.bps'],
  [{ fees: { pix: { bps: 1.5, fixed: 0 } } }, 'invalid_type fees.pix.bps'],
  [{ fees: { pix: { bps: '1', fixed: 0 } } }, 'invalid_type fees.pix.bps'],
  [{ fees: { debit_card: { bps: 1, fixed: -1 } } }, 'out_of_range fees.debit_card.fixed'],
  [{ fees: { boleto: { bps: 0, fixed: 1_000_000_000_001 } } }, 'out_of_range fees.boleto.fixed'],
  [{ fees: { withdrawal: { ted: -1 } } }, 'out_of_range fees.withdrawal.ted'],
  [{ fees: { withdrawal: { pix: null } } }, 'required fees.withdrawal.pix'],
  [{ fees: { withdrawal: { crypto: 'free' } } }, 'invalid_type fees.withdrawal.crypto'],
  [withBands(), 'invalid_length fees.credit_card'],
  [withBands(band(1, 11)), 'invalid_value fees.credit_card'],
  [withBands(band(2, 12)), 'invalid_value fees.credit_card'],
  [withBands(band(1, 6), band(8, 12)), 'invalid_value fees.credit_card'],
  [withBands(band(1, 6), band(6, 12)), 'invalid_value fees.credit_card'],
  [withBands(band(7, 12), band(1, 6)), 'invalid_value fees.credit_card'],
  [withBands(band(1, 12), band(1, 12)), 'invalid_value fees.credit_card'],
  [withBands(band(1, 6), band(7, 6), band(7, 12)), 'invalid_value fees.credit_card'],
  [withBands(band(1, 13)), 'invalid_value fees.credit_card', 'out_of_range fees.credit_card.0.to'],
  [withBands(band(0, 12)), 'invalid_value fees.credit_card', 'out_of_range fees.credit_card.0.from'],
  [withBands(band('1', 12)), 'invalid_type fees.credit_card.0.from'],
  [withBands(band(1, 12, { bps: 1 })), 'required fees.credit_card.0.fixed'],
  [
    withBands(...Array.from({ length: 13 }, () => band(1, 12))),
    'invalid_length fees.credit_card',
    'invalid_value fees.credit_card',
  ],
  [{ anticipation: { review: 'sometimes' } }, 'invalid_value anticipation.review'],
  [{ anticipation: { monthly_rate_bps: -1 } }, 'out_of_range anticipation.monthly_rate_bps'],
  [{ anticipation: { monthly_rate_bps: 10_001 } }, 'out_of_range anticipation.monthly_rate_bps'],
  [{ anticipation: { monthly_rate_bps: 1.99 } }, 'invalid_type anticipation.monthly_rate_bps'],
  [{ anticipation: { automatic_enabled: 'yes' } }, 'invalid_type anticipation.automatic_enabled'],
  [{ anticipation: null }, 'required anticipation'],
  [{ withdrawal_methods: 'pix' }, 'invalid_type withdrawal_methods'],
  [{ withdrawal_methods: ['cash'] }, 'invalid_value withdrawal_methods'],
  [{ withdrawal_methods: ['pix', 'pix'] }, 'invalid_value withdrawal_methods'],
  [{ withdrawal_methods: null }, 'required withdrawal_methods'],
  [
    { status: 'x', fees: { pix: { bps: -1, fixed: 0 } }, withdrawal_methods: [7] },
    'invalid_value status',
    'invalid_value withdrawal_methods',
    'out_of_range fees.pix.bps',
  ],
];

/** A body with what it makes of the merchant. */
const TAKEN: readonly (readonly [body: object, merchant: object])[] = [
  [{}, { status: 'active', fees: DEFAULT_FEES, withdrawal_methods: ['pix', 'ted'] }],
  [{ fees: {} }, { fees: DEFAULT_FEES }],
  [{ fees: { pix: { bps: 0, fixed: 0 } } }, { fees: { ...DEFAULT_FEES, pix: { bps: 0, fixed: 0 } } }],
  [{ fees: { boleto: { bps: 10_000, fixed: 5 } } }, { fees: { ...DEFAULT_FEES, boleto: { bps: 10_000, fixed: 5 } } }],
  [
    { fees: { withdrawal: { ted: 500 } } },
    { fees: { ...DEFAULT_FEES, withdrawal: { ...DEFAULT_FEES.withdrawal, ted: 500 } } },
  ],
  [withBands(band(1, 12)), { fees: { ...DEFAULT_FEES, credit_card: [band(1, 12)] } }],
  [
    withBands(...Array.from({ length: 12 }, (_, index) => band(index + 1, index + 1))),
    { fees: { credit_card: Array.from({ length: 12 }, (_, index) => band(index + 1, index + 1)) } },
  ],
  [
    { anticipation: { review: 'manual' } },
    { anticipation: { review: 'manual', monthly_rate_bps: 199, automatic_enabled: false } },
  ],
  [
    { anticipation: { monthly_rate_bps: 0, automatic_enabled: true } },
    { anticipation: { review: 'automatic', monthly_rate_bps: 0, automatic_enabled: true } },
  ],
  [{ withdrawal_methods: [] }, { withdrawal_methods: [] }],
  [{ withdrawal_methods: ['ted'] }, { withdrawal_methods: ['ted'] }],
];

describe('Merchants, as operators have them', () => {
  let platform: TestPlatform;
  let other: AnotherGateway;
  let shop: TestMerchant;
  beforeAll(async () => {
    platform = await startPlatform();
    other = await startAnotherGateway(platform);
  });
  afterAll(async () => {
    await other.stop();
    await platform.stop();
  });
  beforeEach(async () => {
    shop = await platform.http.createMerchant();
  });

  const patch = (body: unknown, headers: Readonly<Record<string, string>> = {}, id = shop.merchant.id) =>
    platform.http.call<Merchant>('PATCH', `/admin/v1/merchants/${id}`, { as: OPERATOR, body, headers });
  const read = async () =>
    (await platform.http.get<Merchant>(`/admin/v1/merchants/${shop.merchant.id}`, OPERATOR)).body.data;

  const charge = () => platform.http.post('/v1/charges', shop.credentials, aChargeBodyBy('pix'));
  const list = async (query: string) =>
    (await platform.http.get<Merchant[]>(`/admin/v1/merchants?${query}`, OPERATOR)).body;

  it('start with fees and settings that the operator need not choose', () => {
    expect(shop.merchant).toMatchObject({
      fees: DEFAULT_FEES,
      anticipation: { review: 'automatic', monthly_rate_bps: 199, automatic_enabled: false },
      withdrawal_methods: ['pix', 'ted'],
    });
  });

  it.each(TAKEN)('take %j', async (body, merchant) => {
    const reply = await patch(body);
    expect([reply.status, reply.body.error]).toEqual([200, undefined]);
    expect(reply.body.data).toMatchObject(merchant);
    expect(await read()).toEqual(reply.body.data);
  });

  it.each(REFUSED.map(([body, ...broken]) => ({ text: JSON.stringify(body), body, broken })))(
    'refuse $text',
    async ({ body, broken }) => {
      const reply = await patch(body);
      expect([reply.status, reply.body.error]).toEqual([422, 'validation_error']);
      expect(reply.body.details!.map(({ code, field }) => `${code} ${field}`).toSorted()).toEqual(broken);
      expect(await read()).toEqual(shop.merchant);
    },
  );

  it('refuse crypto where the deployment does not have it', async () => {
    const reply = await patch({ withdrawal_methods: ['pix', 'crypto'] });
    expect([reply.status, reply.body.error]).toEqual([422, 'withdrawal_method_disabled']);
    expect(reply.body.details).toMatchObject([{ field: 'withdrawal_methods.1', code: 'withdrawal_method_disabled' }]);
  });

  it('keep what only the server decides', async () => {
    const reply = await patch({
      id: newId(),
      wallet_id: newId(),
      name: 'Other',
      tax_id: '1',
      created_at: '2001-01-01',
    });
    expect(reply.body.data).toEqual(shop.merchant);
  });

  it('are told apart from those that are not there', async () => {
    const reply = await patch({ status: 'suspended' }, {}, newId());
    expect([reply.status, reply.body.error]).toEqual([404, 'merchant_not_found']);
  });

  it('change once for one idempotency key', async () => {
    const headers = { 'idempotency-key': newId() };
    const first = await patch({ status: 'suspended' }, headers);
    await patch({ status: 'active' });
    const again = await patch({ status: 'suspended' }, headers);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect((await read()).status).toBe('active');
    expect((await patch({ status: 'active' }, headers)).body.error).toBe('idempotency_key_reused');
  });

  it('pay the new fees for what they charge from then on, within a second', async () => {
    expect((await charge()).status).toBe(201);
    await patch({ fees: { pix: { bps: 10_000, fixed: 0 } } });
    await eventually(async () => expect((await charge()).body.error).toBe('amount_below_fee'));
  });

  it('are suspended and let in again within a second, on every gateway', async () => {
    const everywhere = [platform.http, other.http];
    const write = async () =>
      Promise.all(
        everywhere.map(async (http) => (await http.post('/v1/api-keys', shop.credentials, { name: 'k' })).status),
      );
    expect(await write()).toEqual([201, 201]);

    await patch({ status: 'suspended' });
    await eventually(async () => expect(await write()).toEqual([403, 403]));
    const reads = everywhere.map(async (http) => (await http.get('/v1/charges', shop.credentials)).status);
    expect(await Promise.all(reads)).toEqual([200, 200]);

    await patch({ status: 'active' });
    await eventually(async () => expect(await write()).toEqual([201, 201]));
  });

  it('have a history of all that operators changed', async () => {
    await patch({ anticipation: { review: 'manual' } });
    await patch({ status: 'suspended' });
    const { body } = await platform.http.get<AuditLogEntry[]>(
      `/admin/v1/audit-log?resource_id=${shop.merchant.id}`,
      OPERATOR,
    );
    expect(body.data.flatMap(({ effects }) => effects).map(({ action, details }) => [action, details])).toEqual([
      ['merchant.suspended', { before: { status: 'active' }, after: { status: 'suspended' } }],
      [
        'merchant.updated',
        {
          before: { anticipation: shop.merchant.anticipation },
          after: { anticipation: { ...shop.merchant.anticipation, review: 'manual' } },
        },
      ],
      ['merchant.created', { api_key_id: shop.apiKey.id }],
    ]);
  });

  describe('in a list', () => {
    it('are found by status, and no page has both kinds', async () => {
      await patch({ status: 'suspended' });
      const suspended = await list('status=suspended&perPage=100');
      expect(suspended.data.map(({ id }) => id)).toContain(shop.merchant.id);
      expect(new Set(suspended.data.map(({ status }) => status))).toEqual(new Set(['suspended']));
      const [active, all] = [await list('status=active'), await list('')];
      expect(suspended.pagination!.total + active.pagination!.total).toBe(all.pagination!.total);
    });

    it('are found by tax id', async () => {
      const tax_id = `${Date.now()}`.slice(-11).padStart(11, '1');
      const body = { name: 'L', legal_name: 'L', tax_id, email: 'l@loja.example' };
      const made = await platform.http.post<{ merchant: Merchant }>('/admin/v1/merchants', OPERATOR, body);
      expect((await list(`tax_id=${tax_id}`)).data).toEqual([made.body.data.merchant]);
      expect((await list('tax_id=00000000000')).data).toEqual([]);
    });

    it.each(['status=blocked', 'tax_id=', 'perPage=101'])('are not asked for by %s', async (query) => {
      const reply = await platform.http.get(`/admin/v1/merchants?${query}`, OPERATOR);
      expect([reply.status, reply.body.error]).toEqual([400, 'invalid_query_parameter']);
    });
  });
});
