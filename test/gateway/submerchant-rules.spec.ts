import { addDays, saoPauloDateOf } from '@centavo/brazil';
import type { Submerchant } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { aCnpj, aSubmerchantBody } from '@centavo/testing';
import type { Reply, TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { createSubmerchant } from '../support/submerchants.js';

type Field = keyof Submerchant;

const today = () => saoPauloDateOf(new Date());
const text = (length: number) => 'ã'.repeat(length);
const cnae = (fields: object = {}) => ({ code: '4781400', description: 'Roupas', is_primary: false, ...fields });

/** A value that a field takes, and how it is shown where that differs. */
const TAKEN: readonly (readonly [field: Field, value: unknown, shown?: unknown])[] = [
  ['trade_name', 'L'],
  ['trade_name', text(255)],
  ['legal_name', text(255)],
  ['email', 'ze+loja@sub.loja.example'],
  ['phone', '+5511987654321'],
  ['phone', '(11) 8765-4321'],
  ['website', 'https://loja.example/inicio?de=1#topo'],
  ['website', 'loja.example'],
  ['website', 'https://loja.example:8443'],
  ['website', 'https://açaí.example'],
  ['description', text(2_000)],
  ['soft_descriptor', 'LOJA DO ZE 13'],
  ['birth_date', '1980-02-29'],
  ['birth_date', today()],
  ['mother_name', text(255)],
  ['business_type', 'physical'],
  ['product_categories', []],
  ['product_categories', ['clothing', text(100)]],
  ['average_ticket', 0, '0'],
  ['average_ticket', 15_000, '15000'],
  ['monthly_revenue', 1_000_000_000_000, '1000000000000'],
  ['mcc', '0763'],
  ['cnaes', []],
  ['cnaes', [cnae(), cnae({ code: '4781-4/00', is_primary: true })]],
  [
    'cnaes',
    [{ code: '47.81-4' }, { code: '47', description: null, is_primary: null }],
    [cnae({ code: '47.81-4', description: null }), cnae({ code: '47', description: null })],
  ],
  ...(['phone', 'website', 'description', 'soft_descriptor', 'birth_date', 'mother_name'] as const).map(
    (field) => [field, null] as const,
  ),
  ...(['business_type', 'product_categories', 'average_ticket', 'monthly_revenue', 'mcc', 'cnaes'] as const).map(
    (field) => [field, null] as const,
  ),
];

/** Of when it is sent: midnight may come in between. */
const TOMORROW = 'tomorrow';

/** A value that a field refuses, with what is wrong: the code, and the path where it is not the field. */
const REFUSED: readonly (readonly [field: Field, value: unknown, code: string, path?: string])[] = [
  ['entity_type', 'company', 'invalid_value'],
  ['entity_type', 'PJ', 'invalid_value'],
  ['trade_name', null, 'required'],
  ['trade_name', '', 'invalid_length'],
  ['trade_name', text(256), 'invalid_length'],
  ['trade_name', 7, 'invalid_type'],
  ['legal_name', null, 'required'],
  ['legal_name', '', 'invalid_length'],
  ['legal_name', text(256), 'invalid_length'],
  ['legal_name', ['José'], 'invalid_type'],
  ['tax_id', null, 'required'],
  ['tax_id', 11222333000181, 'invalid_type'],
  ['tax_id', '1122233300018', 'invalid_format'],
  ['tax_id', '112223330001811', 'invalid_format'],
  ['tax_id', '12ABC34501DE3A', 'invalid_format'],
  ['tax_id', '../-', 'invalid_format'],
  ['email', null, 'required'],
  ['email', 'ze', 'invalid_format'],
  ['email', 'ze@', 'invalid_format'],
  ['email', {}, 'invalid_type'],
  ['phone', 11987654321, 'invalid_type'],
  ['phone', 'call me at home', 'invalid_format'],
  ['phone', '1234567', 'invalid_format'],
  ['website', 'javascript:alert(1)', 'invalid_format'],
  ['website', 'ftp://loja.example', 'invalid_format'],
  ['website', 'https://user@loja.example', 'invalid_format'],
  ['website', 'my shop', 'invalid_format'],
  ['description', text(2_001), 'invalid_length'],
  ['description', false, 'invalid_type'],
  ['soft_descriptor', 'LOJA DO ZE 014', 'invalid_length'],
  ['soft_descriptor', '', 'invalid_length'],
  ['birth_date', '1980-02-30', 'invalid_format'],
  ['birth_date', '17/05/1980', 'invalid_format'],
  ['birth_date', '80-05-17', 'invalid_format'],
  ['birth_date', TOMORROW, 'out_of_range'],
  ['birth_date', '1799-12-31', 'out_of_range'],
  ['birth_date', 19800517, 'invalid_type'],
  ['mother_name', '', 'invalid_length'],
  ['mother_name', text(256), 'invalid_length'],
  ['business_type', text(51), 'invalid_length'],
  ['business_type', 7, 'invalid_type'],
  ['product_categories', 'clothing', 'invalid_type'],
  ['product_categories', ['clothing', 7], 'invalid_type'],
  ['product_categories', [''], 'invalid_length'],
  ['product_categories', [text(101)], 'invalid_length'],
  ['product_categories', Array.from({ length: 51 }, () => 'c'), 'invalid_length'],
  ['average_ticket', '15000', 'invalid_type'],
  ['average_ticket', 150.5, 'invalid_type'],
  ['average_ticket', -1, 'out_of_range'],
  ['average_ticket', 1_000_000_000_001, 'out_of_range'],
  ['monthly_revenue', true, 'invalid_type'],
  ['monthly_revenue', 0.1, 'invalid_type'],
  ['monthly_revenue', -1, 'out_of_range'],
  ['mcc', 5651, 'invalid_type'],
  ['mcc', '56A1', 'invalid_format'],
  ['mcc', '٥٦٥١', 'invalid_format'],
  ['cnaes', {}, 'invalid_type'],
  ['cnaes', ['4781400'], 'invalid_type'],
  ['cnaes', [cnae({ is_primary: true }), cnae({ is_primary: true })], 'invalid_value'],
  ['cnaes', Array.from({ length: 101 }, () => cnae()), 'invalid_length'],
  ['cnaes', [cnae(), cnae({ code: null })], 'required', 'cnaes.1.code'],
  ['cnaes', [cnae({ code: 4781400 })], 'invalid_type', 'cnaes.0.code'],
  ['cnaes', [cnae({ code: 'retail' })], 'invalid_format', 'cnaes.0.code'],
  ['cnaes', [cnae({ description: '' })], 'invalid_length', 'cnaes.0.description'],
  ['cnaes', [cnae({ is_primary: 'yes' })], 'invalid_type', 'cnaes.0.is_primary'],
];

/** Written on the left, kept on the right. */
const TAX_IDS: readonly (readonly [entityType: 'pf' | 'pj', written: string, kept: string])[] = [
  ['pf', '12345678909', '12345678909'],
  ['pf', ' 123.456.789-09', '12345678909'],
  ['pj', '11.222.333/0001-81', '11222333000181'],
  ['pj', '12.abc.345/01de-35', '12ABC34501DE35'],
  ['pj', '12ABC34501DE35', '12ABC34501DE35'],
];

/** What is wrong with a body, as `field code`, sorted. */
function brokenBy({ status, body }: Reply): string[] {
  expect([status, body.error]).toEqual([422, 'validation_error']);
  return body.details!.map(({ field, code }) => `${field} ${code}`).toSorted();
}

describe("A submerchant's fields", () => {
  let platform: TestPlatform;
  let shop: TestMerchant;
  let seller: Submerchant;
  beforeAll(async () => {
    platform = await startPlatform({ RATE_LIMIT_PER_SECOND: '0' });
    shop = await platform.http.createMerchant();
    seller = await createSubmerchant(platform, shop);
  });
  afterAll(() => platform.stop());

  const create = (fields: object) =>
    platform.http.post<Submerchant>('/v1/submerchants', shop.credentials, { ...aSubmerchantBody(), ...fields });
  const change = (fields: unknown, id = seller.id) =>
    platform.http.call<Submerchant>('PATCH', `/v1/submerchants/${id}`, { as: shop.credentials, body: fields });

  it.each(TAKEN.map(([field, value, shown = value]) => ({ field, value, shown })))(
    'take for $field: $value',
    async ({ field, value, shown }) => {
      const replies = [await create({ [field]: value }), await change({ [field]: value })];
      expect(replies.map(({ status, body }) => [status, body.data[field]])).toEqual([
        [201, shown],
        [200, shown],
      ]);
      const read = await platform.http.get<Submerchant>(`/v1/submerchants/${seller.id}`, shop.credentials);
      expect(read.body.data[field]).toEqual(shown);
    },
  );

  it.each(REFUSED.map(([field, value, code, path = field]) => ({ field, value, code, path })))(
    'refuse for $field: $value',
    async ({ field, value: given, code, path }) => {
      const value = given === TOMORROW ? addDays(today(), 1) : given;
      for (const reply of [await create({ [field]: value }), await change({ [field]: value })]) {
        expect(brokenBy(reply)).toContain(`${path} ${code}`);
        expect(new Set(reply.body.details!.map((detail) => detail.field))).toEqual(new Set([path]));
      }
    },
  );

  it.each(['trade_name', 'legal_name', 'tax_id', 'email'] as const)('are registered with a %s', async (field) => {
    expect(brokenBy(await create({ [field]: undefined }))).toEqual([`${field} required`]);
  });

  it('are told about all at once', async () => {
    const fields = { tax_id: '1', email: 'nobody', birth_date: 'soon', mcc: 1, cnaes: [{}], website: ' ' };
    expect(brokenBy(await create(fields))).toEqual([
      'birth_date invalid_format',
      'cnaes.0.code required',
      'email invalid_format',
      'mcc invalid_type',
      'tax_id invalid_format',
      'website invalid_format',
    ]);
  });

  it.each(TAX_IDS)('keep the tax id of a %s that is written %s as %s', async (entity_type, written, kept) => {
    const other = await platform.http.createMerchant();
    const body = { ...aSubmerchantBody(), entity_type, tax_id: written };
    const reply = await platform.http.post<Submerchant>('/v1/submerchants', other.credentials, body);
    expect([reply.status, reply.body.data.tax_id]).toEqual([201, kept]);
  });

  it.each([
    ['a CNPJ', 'a pf', { entity_type: 'pf', tax_id: '11222333000181' }],
    ['a CPF', 'a pj', { entity_type: 'pj', tax_id: '12345678909' }],
    ['a CPF', 'one that does not say what it is', { tax_id: '12345678909' }],
    ['a CPF', 'one that says null', { entity_type: null, tax_id: '12345678909' }],
  ])('refuse %s for %s', async (_, __, fields) => {
    expect(brokenBy(await create(fields))).toEqual(['tax_id invalid_format']);
  });

  it('are a company unless they say something else', async () => {
    for (const fields of [{}, { entity_type: null }]) {
      expect((await create(fields)).body.data.entity_type).toBe('pj');
    }
  });

  it('are changed one by one, and the others stay', async () => {
    const before = await createSubmerchant(platform, shop, { phone: '1133334444', mcc: '5651', average_ticket: 7 });
    const after = await change({ trade_name: 'Renamed', mcc: null }, before.id);
    expect(after.body.data).toEqual({
      ...before,
      trade_name: 'Renamed',
      mcc: null,
      updated_at: after.body.data.updated_at,
    });
  });

  it('may turn a company into a person together with its tax id, and not without', async () => {
    const { id } = await createSubmerchant(platform, shop);
    expect(brokenBy(await change({ entity_type: 'pf' }, id))).toEqual(['tax_id invalid_format']);
    expect(brokenBy(await change({ tax_id: '52998224725' }, id))).toEqual(['tax_id invalid_format']);
    const reply = await change({ entity_type: 'pf', tax_id: '529.982.247-25' }, id);
    expect(reply.body.data).toMatchObject({ entity_type: 'pf', tax_id: '52998224725' });
  });

  it('are not applied when the server decides them', async () => {
    const fields = { id: newId(), status: 'approved', parent_merchant_id: newId(), reviewed_at: null, sequence: 9 };
    const made = (await create({ ...fields, tax_id: aCnpj() })).body.data;
    const { body } = await change({ ...fields, review_notes: 'good', created_at: null }, made.id);
    expect(body.data).toEqual({ ...made, updated_at: body.data.updated_at });
    expect(made).toMatchObject({ status: 'pending', parent_merchant_id: shop.merchant.id, reviewed_at: null });
  });
});

describe('In production', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startPlatform({ ENVIRONMENT: 'production' });
  });
  afterAll(() => platform.stop());

  it('a tax id needs its check digits, when it is registered and when it is changed', async () => {
    const shop = await platform.http.createMerchant();
    const create = (fields: object) =>
      platform.http.post<Submerchant>('/v1/submerchants', shop.credentials, { ...aSubmerchantBody(), ...fields });
    const wrong = { status: 422, body: { details: [{ field: 'tax_id', code: 'invalid_value' }] } };
    expect(await create({ tax_id: '12.abc.345/01de-36' })).toMatchObject(wrong);
    expect(await create({ entity_type: 'pf', tax_id: '52998224726' })).toMatchObject(wrong);
    const { status, body } = await create({ tax_id: '12.abc.345/01de-35' });
    expect(status).toBe(201);
    const change = (fields: object) =>
      platform.http.call('PATCH', `/v1/submerchants/${body.data.id}`, { as: shop.credentials, body: fields });
    expect(await change({ tax_id: '11222333000182' })).toMatchObject(wrong);
    expect((await change({ tax_id: '11222333000181' })).status).toBe(200);
  });
});
