import { SUBMERCHANT_STATUSES, type Requirement, type ReviewedSubmerchant, type Submerchant } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { aCnpj, aCpf, aSubmerchantBody } from '@centavo/testing';
import { OPERATOR, type Reply, type TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { createSubmerchant } from '../support/submerchants.js';

let platform: TestPlatform;
let shop: TestMerchant;
beforeAll(async () => {
  platform = await startPlatform({ RATE_LIMIT_PER_SECOND: '0' });
  shop = await platform.http.createMerchant();
});
afterAll(() => platform.stop());

const create = (body: object, headers?: Record<string, string>) =>
  platform.http.post<Submerchant>('/v1/submerchants', shop.credentials, body, headers);
const read = async (id: string) =>
  (await platform.http.get<Submerchant>(`/v1/submerchants/${id}`, shop.credentials)).body.data;
const change = (id: string, body: object, headers?: Record<string, string>) =>
  platform.http.call<Submerchant>('PATCH', `/v1/submerchants/${id}`, { as: shop.credentials, body, headers });
const review = (id: string, status: string, notes?: string | null, headers?: Record<string, string>) =>
  platform.http.post<ReviewedSubmerchant>(`/admin/v1/submerchants/${id}/review`, OPERATOR, { status, notes }, headers);
const register = (fields: Parameters<typeof aSubmerchantBody>[0] = {}) => createSubmerchant(platform, shop, fields);

/** The lowest first. */
const statusesOf = (replies: readonly Reply[]) => replies.map(({ status }) => status).toSorted((a, b) => a - b);

async function registerAs(status: string): Promise<Submerchant> {
  const seller = await register();
  const via = { suspended: ['approved', 'suspended'], blocked: ['approved', 'blocked'], pending: [] };
  for (const step of via[status as keyof typeof via] ?? [status])
    expect((await review(seller.id, step)).status).toBe(200);
  return read(seller.id);
}

describe('Registering a submerchant', () => {
  it('answers every field, null where nothing was said', async () => {
    const body = aSubmerchantBody();
    const reply = await create(body);
    expect(reply.status).toBe(201);
    expect(reply.body.data).toEqual({
      ...body,
      id: expect.any(String) as string,
      parent_merchant_id: shop.merchant.id,
      entity_type: 'pj',
      phone: null,
      website: null,
      description: null,
      soft_descriptor: null,
      birth_date: null,
      mother_name: null,
      status: 'pending',
      business_type: null,
      product_categories: null,
      average_ticket: null,
      monthly_revenue: null,
      reviewed_at: null,
      review_notes: null,
      created_at: expect.stringMatching(/Z$/) as string,
      updated_at: reply.body.data.created_at,
      mcc: null,
      cnaes: null,
    });
    expect(await read(reply.body.data.id)).toEqual(reply.body.data);
  });

  it('is possible once for a tax id, however it is written', async () => {
    const tax_id = '44555666000181';
    expect((await create(aSubmerchantBody({ tax_id }))).status).toBe(201);
    const again = await create(aSubmerchantBody({ tax_id: '44.555.666/0001-81' }));
    expect(again).toMatchObject({
      status: 409,
      body: { error: 'submerchant_already_exists', details: [{ field: 'tax_id' }] },
    });
  });

  it('is possible for each merchant', async () => {
    const body = aSubmerchantBody();
    const other = await platform.http.createMerchant();
    expect((await create(body)).status).toBe(201);
    expect((await platform.http.post('/v1/submerchants', other.credentials, body)).status).toBe(201);
  });

  it('lets in one of those who ask for the same tax id at once', async () => {
    const body = aSubmerchantBody();
    const replies = await Promise.all(Array.from({ length: 12 }, () => create(body)));
    expect(statusesOf(replies)).toEqual([201, ...Array.from({ length: 11 }, () => 409)]);
  });

  it('is done once for an idempotency key, and refused once', async () => {
    const [body, headers] = [aSubmerchantBody(), { 'idempotency-key': newId() }];
    const [first, again] = [await create(body, headers), await create(body, headers)];
    expect([again.status, again.body.data]).toEqual([201, first.body.data]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await create(aSubmerchantBody(), headers)).toMatchObject({ body: { error: 'idempotency_key_reused' } });
    const key = { 'idempotency-key': newId() };
    for (const replayed of [null, 'true']) {
      const refused = await create(body, key);
      expect([refused.status, refused.headers.get('idempotent-replayed')]).toEqual([409, replayed]);
    }
  });
});

describe('Changing a submerchant', () => {
  it('to the tax id of another one is refused, also when both are changed at once', async () => {
    const [one, two] = [await register(), await register()];
    expect(await change(two.id, { tax_id: one.tax_id })).toMatchObject({
      status: 409,
      body: { error: 'submerchant_already_exists', details: [{ field: 'tax_id' }] },
    });
    const tax_id = aCnpj();
    const replies = await Promise.all([one, two].map(({ id }) => change(id, { tax_id })));
    expect(statusesOf(replies)).toEqual([200, 409]);
  });

  it('is done once for an idempotency key', async () => {
    const { id } = await register();
    const headers = { 'idempotency-key': newId() };
    const first = await change(id, { trade_name: 'One' }, headers);
    await change(id, { trade_name: 'Two' });
    const again = await change(id, { trade_name: 'One' }, headers);
    expect(again.body.data).toEqual(first.body.data);
    expect((await read(id)).trade_name).toBe('Two');
  });

  it.each(SUBMERCHANT_STATUSES)('that is %s says who it is only until it was approved', async (status) => {
    const seller = await registerAs(status);
    expect(seller.status).toBe(status);
    const isLocked = ['approved', 'suspended', 'blocked'].includes(status);
    const expected = isLocked ? [409, 'submerchant_locked'] : [200, undefined];
    for (const fields of [{ tax_id: aCnpj() }, { entity_type: 'pf', tax_id: aCpf() }]) {
      const reply = await change(seller.id, fields);
      expect([reply.status, reply.body.error]).toEqual(expected);
    }
    expect((await change(seller.id, { trade_name: 'Renamed', tax_id: (await read(seller.id)).tax_id })).status).toBe(
      200,
    );
  });

  it('keeps its legal representatives from being those of a person', async () => {
    const { id } = await register();
    const partner = {
      name: 'Maria Silva',
      document: '12345678909',
      birth_date: '1980-05-17',
      email: 'maria@loja.example',
      phone: '+5511987654321',
    };
    const path = `/v1/submerchants/${id}/legal-representatives`;
    const made = await platform.http.post<{ id: string }>(path, shop.credentials, partner);
    const toPerson = { entity_type: 'pf', tax_id: aCpf() };
    expect(await change(id, toPerson)).toMatchObject({ status: 422, body: { error: 'representatives_only_for_pj' } });
    await platform.http.call('DELETE', `${path}/${made.body.data.id}`, { as: shop.credentials });
    expect((await change(id, toPerson)).status).toBe(200);
  });
});

describe('Reviewing a submerchant', () => {
  it('writes down the decision, the notes and what was open', async () => {
    const seller = await register();
    const { status, body } = await review(seller.id, 'approved', 'known for years');
    expect([status, body.data]).toEqual([
      200,
      {
        ...seller,
        status: 'approved',
        review_notes: 'known for years',
        reviewed_at: body.data.updated_at,
        updated_at: expect.not.stringContaining(seller.updated_at) as string,
        open_requirements: (await requirementsOf(seller.id)).filter((requirement) => requirement.status !== 'ok'),
      },
    ]);
    expect(body.data.open_requirements.map(({ code }) => code)).toEqual([
      'social_contract',
      'cnpj_card',
      'proof_of_residence_company',
      'legal_representative',
    ]);
    const { open_requirements: _, ...shown } = body.data;
    expect(await read(seller.id)).toEqual(shown);
  });

  it('says which status it has and which it can have', async () => {
    const seller = await registerAs('suspended');
    expect(await review(seller.id, 'rejected')).toMatchObject({
      status: 409,
      body: {
        error: 'review_not_possible',
        message: 'The submerchant is suspended; it can become approved or blocked.',
      },
    });
    const blocked = await registerAs('blocked');
    expect((await review(blocked.id, 'approved')).body.message).toContain('it can become nothing else');
  });

  it('takes the notes of the last decision only', async () => {
    const seller = await register();
    await review(seller.id, 'rejected', 'unreadable');
    expect((await review(seller.id, 'in_review')).body.data).toMatchObject({ review_notes: null });
  });

  it.each([
    ['a status that is none', { status: 'accepted' }, 'status invalid_value'],
    ['no status', { notes: 'fine' }, 'status required'],
    ['notes without end', { status: 'approved', notes: 'n'.repeat(2_001) }, 'notes invalid_length'],
    ['notes that are no text', { status: 'approved', notes: 7 }, 'notes invalid_type'],
  ])('refuses %s', async (_, body, broken) => {
    const { id } = await register();
    const reply = await platform.http.post(`/admin/v1/submerchants/${id}/review`, OPERATOR, body);
    expect(reply.status).toBe(422);
    expect(reply.body.details!.map(({ field, code }) => `${field} ${code}`)).toEqual([broken]);
  });

  it('refuses one that does not exist', async () => {
    expect(await review(newId(), 'approved')).toMatchObject({ status: 404, body: { error: 'submerchant_not_found' } });
  });

  it('is done once for an idempotency key', async () => {
    const { id } = await register();
    const headers = { 'idempotency-key': newId() };
    const first = await review(id, 'rejected', 'no', headers);
    await review(id, 'in_review');
    const again = await review(id, 'rejected', 'no', headers);
    expect([again.status, again.body.data]).toEqual([200, first.body.data]);
    expect((await read(id)).status).toBe('in_review');
  });
});

const requirementsOf = async (id: string) => {
  const { body } = await platform.http.get<Requirement[]>(`/v1/submerchants/${id}/requirements`, shop.credentials);
  return body.data;
};

describe('The requirements of a submerchant', () => {
  it('follow what a person tells and sends in', async () => {
    const { id } = await register({ entity_type: 'pf', tax_id: aCpf() });
    const of = async () => (await requirementsOf(id)).map(({ kind, code, status }) => `${kind} ${code} ${status}`);
    expect(await of()).toEqual([
      'document front_id missing',
      'document back_id missing',
      'document selfie_with_id missing',
      'document proof_of_residence missing',
      'field birth_date missing',
      'field mother_name missing',
    ]);
    await change(id, { birth_date: '1980-05-17' });
    await sendDocument(id, 'front_id');
    const rejected = await sendDocument(id, 'back_id');
    await decideOnDocument(rejected, 'rejected');
    await decideOnDocument(await sendDocument(id, 'selfie_with_id'), 'approved');
    expect(await of()).toEqual([
      'document front_id pending',
      'document back_id rejected',
      'document selfie_with_id ok',
      'document proof_of_residence missing',
      'field birth_date ok',
      'field mother_name missing',
    ]);
    await sendDocument(id, 'back_id');
    expect((await of())[1]).toBe('document back_id pending');
  });
});

async function sendDocument(id: string, type: string): Promise<string> {
  const body = {
    type,
    file_url: 'https://files.example/front.pdf',
    file_name: 'front.pdf',
    file_size: 1_000,
    mime_type: 'application/pdf',
  };
  const path = `/v1/submerchants/${id}/documents`;
  const reply = await platform.http.post<{ id: string }>(path, shop.credentials, body);
  expect(reply.status).toBe(201);
  return reply.body.data.id;
}

async function decideOnDocument(id: string, status: string): Promise<void> {
  const reply = await platform.http.post(`/admin/v1/submerchant-documents/${id}/review`, OPERATOR, { status });
  expect(reply.status).toBe(200);
}
