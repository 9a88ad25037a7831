import type { Submerchant } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { aRepresentativeBody } from '@centavo/testing';
import type { TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { DossierClient, refusalOf } from '../support/dossiers.js';
import { createSubmerchant } from '../support/submerchants.js';

const text = expect.any(String) as string;

let platform: TestPlatform;
let shop: TestMerchant;
let dossiers: DossierClient;
let company: Submerchant;
beforeAll(async () => {
  platform = await startPlatform({ RATE_LIMIT_PER_SECOND: '0' });
  shop = await platform.http.createMerchant();
  dossiers = new DossierClient(platform.http, shop);
});
beforeEach(async () => {
  company = await createSubmerchant(platform, shop);
});
afterAll(() => platform.stop());

const sharing = (participation_percentage: number) => aRepresentativeBody({ participation_percentage });

describe('A legal representative', () => {
  it('has every field of the spec, with defaults for what was not said', async () => {
    const { status, body } = await dossiers.addRepresentative(company, aRepresentativeBody());
    expect(status).toBe(201);
    expect(body.data).toEqual({
      ...aRepresentativeBody(),
      id: text,
      submerchant_id: company.id,
      mother_name: null,
      role: 'legal_representative',
      qualification: null,
      participation_percentage: null,
      is_admin: false,
      entity_type: 'pf',
      legal_name: null,
      created_at: text,
      updated_at: text,
    });
  });

  it('is listed as it was answered, the newest first', async () => {
    const first = await dossiers.representative(company);
    const said = {
      entity_type: 'pj',
      document: '12abc.345/01de-35',
      legal_name: 'Sócia Ltda',
      mother_name: 'Ana',
      role: 'partner',
      qualification: 'DIRECTOR',
      participation_percentage: 33.33,
      is_admin: true,
    } as const;
    const second = await dossiers.representative(company, said);
    expect(second).toMatchObject({ ...said, document: '12ABC34501DE35' });
    expect(await dossiers.representatives(company)).toEqual([second, first]);
  });

  it('is made once for one idempotency key', async () => {
    const key = { 'idempotency-key': newId() };
    const first = await dossiers.addRepresentative(company, aRepresentativeBody(), key);
    const again = await dossiers.addRepresentative(company, aRepresentativeBody(), key);
    expect(again.body).toEqual(first.body);
    expect(await dossiers.representatives(company)).toHaveLength(1);
  });

  it('is not one of a person', async () => {
    const person = await createSubmerchant(platform, shop, { entity_type: 'pf', tax_id: '52998224725' });
    const reply = await dossiers.addRepresentative(person, aRepresentativeBody());
    expect(refusalOf(reply)).toEqual(['422 representatives_only_for_pj']);
    expect(await dossiers.representatives(person)).toEqual([]);
  });

  it('of an unknown submerchant has nowhere to go', async () => {
    const reply = await dossiers.addRepresentative({ id: newId() }, aRepresentativeBody());
    expect(refusalOf(reply)).toEqual(['404 submerchant_not_found']);
  });
});

describe('A change of a legal representative', () => {
  it('changes what it says and leaves the rest', async () => {
    const before = await dossiers.representative(company, { mother_name: 'Ana', participation_percentage: 10 });
    const { status, body } = await dossiers.changeRepresentative(company, before.id, {
      name: 'Maria Souza',
      mother_name: null,
      role: 'partner',
    });
    expect(status).toBe(200);
    const after = { ...before, name: 'Maria Souza', mother_name: null, role: 'partner', updated_at: text };
    expect(body.data).toEqual(after);
    expect(await dossiers.representatives(company)).toEqual([body.data]);
  });

  it('may be none', async () => {
    const before = await dossiers.representative(company);
    const { body } = await dossiers.changeRepresentative(company, before.id, {});
    expect(body.data).toEqual({ ...before, updated_at: text });
  });

  it('makes a company of a person only with the tax id of one', async () => {
    const { id } = await dossiers.representative(company);
    const alone = await dossiers.changeRepresentative(company, id, { entity_type: 'pj' });
    expect(refusalOf(alone)).toEqual(['422 validation_error', 'document invalid_format']);
    const number = await dossiers.changeRepresentative(company, id, { document: '11222333000181' });
    expect(refusalOf(number)).toEqual(['422 validation_error', 'document invalid_format']);
    const both = { entity_type: 'pj', document: '11.222.333/0001-81' };
    const { body } = await dossiers.changeRepresentative(company, id, both);
    expect(body.data).toMatchObject({ entity_type: 'pj', document: '11222333000181' });
  });

  it('cannot reach one of another submerchant, nor one who is not there', async () => {
    const { id } = await dossiers.representative(await createSubmerchant(platform, shop));
    for (const unreachable of [id, newId()]) {
      const changed = await dossiers.changeRepresentative(company, unreachable, { name: 'Eve' });
      expect(refusalOf(changed)).toEqual(['404 legal_representative_not_found']);
      const deleted = await dossiers.deleteRepresentative(company, unreachable);
      expect(refusalOf(deleted)).toEqual(['404 legal_representative_not_found']);
    }
  });
});

describe('The participations of a company', () => {
  const exceeds = ['422 participation_exceeds_100', 'participation_percentage participation_exceeds_100'];

  it('may add up to exactly 100, hundredths included', async () => {
    for (const share of [33.33, 33.33, 33.34]) await dossiers.representative(company, sharing(share));
    expect(refusalOf(await dossiers.addRepresentative(company, sharing(0.01)))).toEqual(exceeds);
    expect((await dossiers.addRepresentative(company, sharing(0))).status).toBe(201);
    expect(await dossiers.representatives(company)).toHaveLength(4);
  });

  it('are looked at when one grows, and not when it says the same again', async () => {
    const { id } = await dossiers.representative(company, sharing(60));
    await dossiers.representative(company, sharing(40));
    const grown = await dossiers.changeRepresentative(company, id, { participation_percentage: 60.01 });
    expect(refusalOf(grown)).toEqual(exceeds);
    expect((await dossiers.changeRepresentative(company, id, { participation_percentage: 60 })).status).toBe(200);
    const freed = await dossiers.changeRepresentative(company, id, { participation_percentage: null });
    expect(freed.body.data.participation_percentage).toBeNull();
    expect((await dossiers.addRepresentative(company, sharing(60))).status).toBe(201);
  });

  it('are free again when a representative is deleted', async () => {
    const { id } = await dossiers.representative(company, sharing(100));
    expect(refusalOf(await dossiers.addRepresentative(company, sharing(1)))).toEqual(exceeds);
    await dossiers.deleteRepresentative(company, id);
    expect((await dossiers.addRepresentative(company, sharing(100))).status).toBe(201);
  });
});

describe('Deleting a legal representative', () => {
  it('takes it out of the list, once', async () => {
    const { id } = await dossiers.representative(company);
    const deleted = await dossiers.deleteRepresentative(company, id);
    expect([deleted.status, deleted.body.data]).toEqual([200, { id, deleted: true }]);
    expect(await dossiers.representatives(company)).toEqual([]);
    const again = await dossiers.deleteRepresentative(company, id);
    expect(refusalOf(again)).toEqual(['404 legal_representative_not_found']);
    const changed = await dossiers.changeRepresentative(company, id, { name: 'Eve' });
    expect(refusalOf(changed)).toEqual(['404 legal_representative_not_found']);
  });

  it('leaves its documents to be read, as replaced', async () => {
    const { id } = await dossiers.representative(company);
    const of = { legal_representative_id: id };
    const front = await dossiers.document(company, { type: 'partner_front_id', ...of });
    const contract = await dossiers.document(company);
    await dossiers.deleteRepresentative(company, id);
    expect(await dossiers.documents(company)).toEqual([contract, { ...front, status: 'replaced', updated_at: text }]);
  });
});
