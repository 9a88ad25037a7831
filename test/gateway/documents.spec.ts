import type { AuditLogEntry, Submerchant, SubmerchantDocument } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { aDocumentBody, eventually } from '@centavo/testing';
import { OPERATOR, type TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { DossierClient, refusalOf } from '../support/dossiers.js';
import { createSubmerchant } from '../support/submerchants.js';

const text = expect.any(String) as string;

let platform: TestPlatform;
let shop: TestMerchant;
let dossiers: DossierClient;
beforeAll(async () => {
  platform = await startPlatform({ RATE_LIMIT_PER_SECOND: '0' });
  shop = await platform.http.createMerchant();
  dossiers = new DossierClient(platform.http, shop);
});
afterAll(() => platform.stop());

const review = (id: string, body: unknown) =>
  platform.http.post<SubmerchantDocument>(`/admin/v1/submerchant-documents/${id}/review`, OPERATOR, body);

async function statusesOf(submerchant: Submerchant): Promise<Record<string, string>> {
  const documents = await dossiers.documents(submerchant);
  return Object.fromEntries(documents.map(({ id, status }) => [id, status]));
}

describe('The parts of a submerchant', () => {
  it('are so many at most', async () => {
    const company = await createSubmerchant(platform, shop);
    await platform.database('onboarding').query(
      `INSERT INTO submerchant_addresses (id, submerchant_id, merchant_id, type, street, number, neighborhood, city, state, zip_code, country, is_primary, created_at)
       SELECT gen_random_uuid(), $1, $2, 'billing', 's', '1', 'n', 'c', 'SP', '01304001', 'BR', false, now() FROM generate_series(1, 100)`,
      [company.id, shop.merchant.id],
    );
    const body = { street: 's', number: '1', neighborhood: 'n', city: 'c', state: 'SP', zip_code: '01304001' };
    const reply = await platform.http.post(`/v1/submerchants/${company.id}/addresses`, shop.credentials, body);
    expect([reply.status, reply.body.error]).toEqual([409, 'submerchant_limit_reached']);
  });
});

describe('A document', () => {
  it('has every field of the spec', async () => {
    const submerchant = await createSubmerchant(platform, shop);
    const { status, body } = await dossiers.addDocument(submerchant, aDocumentBody());
    expect(status).toBe(201);
    expect(body.data).toEqual({
      ...aDocumentBody(),
      id: text,
      submerchant_id: submerchant.id,
      legal_representative_id: null,
      notes: null,
      number: null,
      status: 'pending',
      verified_at: null,
      verification_notes: null,
      expires_at: null,
      created_at: text,
      updated_at: text,
    });
  });

  it('is listed as it was answered, the newest first', async () => {
    const submerchant = await createSubmerchant(platform, shop);
    const first = await dossiers.document(submerchant, { number: '123', notes: 'second page is blank' });
    const second = await dossiers.document(submerchant, { type: 'cnpj_card' });
    expect(await dossiers.documents(submerchant)).toEqual([second, first]);
  });

  it('is made once for one idempotency key', async () => {
    const submerchant = await createSubmerchant(platform, shop);
    const key = { 'idempotency-key': newId() };
    const first = await dossiers.addDocument(submerchant, aDocumentBody(), key);
    const again = await dossiers.addDocument(submerchant, aDocumentBody(), key);
    expect(again.body).toEqual(first.body);
    expect(await dossiers.documents(submerchant)).toEqual([first.body.data]);
  });

  it('of an unknown submerchant has nowhere to go', async () => {
    const reply = await dossiers.addDocument({ id: newId() }, aDocumentBody());
    expect(refusalOf(reply)).toEqual(['404 submerchant_not_found']);
  });
});

describe('A newer document', () => {
  it('replaces the one of the same type, whatever was decided about that', async () => {
    const submerchant = await createSubmerchant(platform, shop);
    const first = await dossiers.document(submerchant);
    await review(first.id, { status: 'approved' });
    const second = await dossiers.document(submerchant);
    const other = await dossiers.document(submerchant, { type: 'cnpj_card' });
    expect(await statusesOf(submerchant)).toEqual({
      [first.id]: 'replaced',
      [second.id]: 'pending',
      [other.id]: 'pending',
    });
  });

  it('leaves those of other representatives alone', async () => {
    const submerchant = await createSubmerchant(platform, shop);
    const [one, two] = [await dossiers.representative(submerchant), await dossiers.representative(submerchant)];
    const frontOf = (id: string) =>
      dossiers.document(submerchant, { type: 'partner_front_id', legal_representative_id: id });
    const [first, kept, second] = [await frontOf(one.id), await frontOf(two.id), await frontOf(one.id.toUpperCase())];
    expect(await statusesOf(submerchant)).toEqual({
      [first.id]: 'replaced',
      [kept.id]: 'pending',
      [second.id]: 'pending',
    });
  });
});

describe('A decision about a document', () => {
  it.each(['approved', 'rejected'] as const)('is %s, with when and why', async (status) => {
    const document = await dossiers.document(await createSubmerchant(platform, shop));
    const reply = await review(document.id, { status, notes: 'as seen on page 2' });
    expect(reply.status).toBe(200);
    expect(reply.body.data).toEqual({
      ...document,
      status,
      verified_at: text,
      verification_notes: 'as seen on page 2',
      updated_at: text,
    });
    expect(await dossiers.documents({ id: document.submerchant_id })).toEqual([reply.body.data]);
  });

  it('can take back an approval', async () => {
    const { id } = await dossiers.document(await createSubmerchant(platform, shop));
    await review(id, { status: 'approved', notes: 'fine' });
    const { body } = await review(id, { status: 'rejected' });
    expect(body.data).toMatchObject({ status: 'rejected', verification_notes: null });
  });

  it('is not possible twice, and says what is', async () => {
    const { id } = await dossiers.document(await createSubmerchant(platform, shop));
    await review(id, { status: 'approved' });
    const again = await review(id, { status: 'approved' });
    expect(refusalOf(again)).toEqual(['409 review_not_possible']);
    expect(again.body.message).toBe('The document is approved; it can only become rejected.');
    await review(id, { status: 'rejected' });
    const late = await review(id, { status: 'approved' });
    expect(refusalOf(late)).toEqual(['409 review_not_possible']);
    expect(late.body.message).toBe('The document is rejected; nothing more can be decided.');
  });

  it('is not possible about one that was replaced, nor about one that is not there', async () => {
    const submerchant = await createSubmerchant(platform, shop);
    const { id } = await dossiers.document(submerchant);
    await dossiers.document(submerchant);
    expect(refusalOf(await review(id, { status: 'approved' }))).toEqual(['409 review_not_possible']);
    const unknown = await review(newId(), { status: 'approved' });
    expect(refusalOf(unknown)).toEqual(['404 submerchant_document_not_found']);
  });

  it.each([
    ['nothing', {}, 'status required'],
    ['another status', { status: 'expired' }, 'status invalid_value'],
    ['notes that are none', { status: 'approved', notes: 7 }, 'notes invalid_type'],
    ['notes without end', { status: 'approved', notes: 'x'.repeat(1001) }, 'notes invalid_length'],
  ])('is not %s', async (_, body, broken) => {
    const { id } = await dossiers.document(await createSubmerchant(platform, shop));
    expect(refusalOf(await review(id, body))).toEqual(['422 validation_error', broken]);
  });

  it('is in the audit log, with what was before', async () => {
    const { id, submerchant_id } = await dossiers.document(await createSubmerchant(platform, shop));
    await review(id, { status: 'approved', notes: 'fine' });
    const { body } = await platform.http.get<AuditLogEntry[]>('/admin/v1/audit-log', OPERATOR);
    const call = body.data.find(({ resource_id }) => resource_id === id);
    expect(call).toMatchObject({
      path: `/admin/v1/submerchant-documents/${id}/review`,
      body: { status: 'approved', notes: 'fine' },
      effects: [
        {
          action: 'submerchant_document.approved',
          resource_id: id,
          details: { from: 'pending', submerchant_id, type: 'social_contract' },
        },
      ],
    });
  });
});

it('expires by itself when its time has passed', async () => {
  const submerchant = await createSubmerchant(platform, shop);
  const passed = await dossiers.document(submerchant, { expires_at: '2020-01-01' });
  const valid = await dossiers.document(submerchant, { type: 'cnpj_card', expires_at: '2999-01-01' });
  await eventually(async () => (await statusesOf(submerchant))[passed.id] === 'expired');
  expect(await statusesOf(submerchant)).toEqual({ [passed.id]: 'expired', [valid.id]: 'pending' });
});

it('takes only https where money is real', async () => {
  const production = await startPlatform({ ENVIRONMENT: 'production', RATE_LIMIT_PER_SECOND: '0' });
  try {
    const merchant = await production.http.createMerchant();
    const submerchant = await createSubmerchant(production, merchant, { tax_id: '11222333000181' });
    const client = new DossierClient(production.http, merchant);
    const body = aDocumentBody({ file_url: 'http://files.example.com/a.pdf' });
    expect(refusalOf(await client.addDocument(submerchant, body))).toEqual([
      '422 url_not_allowed',
      'file_url url_not_allowed',
    ]);
    expect((await client.addDocument(submerchant, aDocumentBody())).status).toBe(201);
  } finally {
    await production.stop();
  }
});
