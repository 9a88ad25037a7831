import {
  DOCUMENT_TYPE_DEFINITIONS,
  documentTypesOf,
  type LegalRepresentative,
  type Submerchant,
} from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { aDocumentBody } from '@centavo/testing';
import type { TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { DossierClient, refusalOf } from '../support/dossiers.js';
import { createSubmerchant } from '../support/submerchants.js';
import { ruleTables } from './rule-tables.js';

let platform: TestPlatform;
let shop: TestMerchant;
let dossiers: DossierClient;
let company: Submerchant;
let person: Submerchant;
let partner: LegalRepresentative;
beforeAll(async () => {
  platform = await startPlatform({ RATE_LIMIT_PER_SECOND: '0' });
  shop = await platform.http.createMerchant();
  dossiers = new DossierClient(platform.http, shop);
  company = await createSubmerchant(platform, shop);
  person = await createSubmerchant(platform, shop, { entity_type: 'pf', tax_id: '52998224725' });
  partner = await dossiers.representative(company);
});
afterAll(() => platform.stop());

const having =
  (fields: object = {}) =>
  () => ({ ...aDocumentBody(), ...fields });

const refusal = async (fields: object) => refusalOf(await dossiers.addDocument(company, having(fields)()));

describe('A document of a company', () => {
  it.each(documentTypesOf('pj'))('may be %s', async (type) => {
    expect((await dossiers.addDocument(company, aDocumentBody({ type }))).status).toBe(201);
  });

  it.each(documentTypesOf('partner'))('may be %s of a legal representative', async (type) => {
    const reply = await dossiers.addDocument(company, aDocumentBody({ type, legal_representative_id: partner.id }));
    expect([reply.status, reply.body.data.legal_representative_id]).toEqual([201, partner.id]);
  });

  it.each(documentTypesOf('pf'))('is not %s', async (type) => {
    expect(refusalOf(await dossiers.addDocument(company, aDocumentBody({ type })))).toEqual([
      '422 document_type_not_allowed',
      'type document_type_not_allowed',
    ]);
  });
});

describe('A document of a person', () => {
  it.each(documentTypesOf('pf'))('may be %s', async (type) => {
    expect((await dossiers.addDocument(person, aDocumentBody({ type }))).status).toBe(201);
  });

  it.each([...documentTypesOf('pj'), ...documentTypesOf('partner')])('is not %s', async (type) => {
    expect(refusalOf(await dossiers.addDocument(person, aDocumentBody({ type })))).toEqual([
      '422 document_type_not_allowed',
      'type document_type_not_allowed',
    ]);
  });
});

it('has a document type for every row of the spec', () => {
  expect(Object.keys(DOCUMENT_TYPE_DEFINITIONS)).toHaveLength(12);
});

describe('The legal representative of a document', () => {
  it('is required for a partner document', async () => {
    expect(refusalOf(await dossiers.addDocument(company, aDocumentBody({ type: 'partner_front_id' })))).toEqual([
      '422 legal_representative_required',
      'legal_representative_id legal_representative_required',
    ]);
  });

  it('is forbidden for every other one', async () => {
    const body = aDocumentBody({ legal_representative_id: partner.id });
    expect(refusalOf(await dossiers.addDocument(company, body))).toEqual([
      '422 legal_representative_forbidden',
      'legal_representative_id legal_representative_forbidden',
    ]);
  });

  it.each([
    ['nobody', async () => newId()],
    [
      'the one of another submerchant',
      async () => (await dossiers.representative(await createSubmerchant(platform, shop))).id,
    ],
    [
      'one who was deleted',
      async () => {
        const { id } = await dossiers.representative(company);
        await dossiers.deleteRepresentative(company, id);
        return id;
      },
    ],
  ])('is not %s', async (_, representative) => {
    const body = aDocumentBody({ type: 'partner_front_id', legal_representative_id: await representative() });
    expect(refusalOf(await dossiers.addDocument(company, body))).toEqual([
      '422 legal_representative_not_found',
      'legal_representative_id legal_representative_not_found',
    ]);
  });
});

describe('The file of a document', () => {
  it.each([
    ['application/pdf', 'a.pdf'],
    ['application/pdf', 'a.b.PDF'],
    ['image/png', 'a.Png'],
    ['image/jpeg', 'a.jpg'],
    ['image/jpeg', 'ação 1.JPEG'],
  ])('may be %s with the name %s', async (mime_type, file_name) => {
    expect((await dossiers.addDocument(company, aDocumentBody({ mime_type, file_name }))).status).toBe(201);
  });

  it.each([
    ['application/pdf', 'a.png', 'file_name'],
    ['image/png', 'a.jpg', 'file_name'],
    ['image/jpeg', 'a.pdf', 'file_name'],
    ['application/pdf', 'pdf', 'file_name'],
    ['application/pdf', 'a.pdf.exe', 'file_name'],
    ['application/pdf', 'a.pdf.', 'file_name'],
    ['image/gif', 'a.png', 'mime_type'],
    ['image/jpg', 'a.jpg', 'mime_type'],
    ['IMAGE/PNG', 'a.png', 'mime_type'],
    ['constructor', 'a.png', 'mime_type'],
  ])('is not %s with the name %s', async (mime_type, file_name, field) => {
    expect(await refusal({ mime_type, file_name })).toEqual([
      '422 file_type_not_allowed',
      `${field} file_type_not_allowed`,
    ]);
  });

  it('has at most 10 MiB', async () => {
    expect((await dossiers.addDocument(company, aDocumentBody({ file_size: 10_485_760 }))).status).toBe(201);
    expect(await refusal({ file_size: 10_485_761 })).toEqual(['422 file_too_large', 'file_size file_too_large']);
  });

  it('is refused with all that is wrong with it', async () => {
    const fields = { type: 'selfie_with_id', mime_type: 'image/gif', file_name: 'a.gif', file_size: 10_485_761 };
    expect(await refusal(fields)).toEqual([
      '422 validation_error',
      'file_name file_type_not_allowed',
      'file_size file_too_large',
      'mime_type file_type_not_allowed',
      'type document_type_not_allowed',
    ]);
  });
});

describe('What a document is made of', () => {
  const { itTakes, itRefuses } = ruleTables((body) => dossiers.addDocument(company, body));

  itTakes([
    [
      'null for all that is optional',
      having({ number: null, expires_at: null, notes: null, legal_representative_id: null }),
    ],
    ['plain http in the sandbox', having({ file_url: 'http://files.example.com/a.pdf' })],
    ['one byte', having({ file_size: 1 })],
    ['an expiry in any zone', having({ expires_at: '2030-12-31T23:59:59-03:00' })],
    ['an expiry that has passed', having({ expires_at: '2001-01-01T00:00:00Z' })],
    ['the longest notes', having({ notes: 'ã'.repeat(1000) })],
    ['a field that nobody knows', having({ planet: 'Earth' })],
  ]);
  itRefuses([
    [
      'nothing',
      () => ({}),
      'file_name required',
      'file_size required',
      'file_url required',
      'mime_type required',
      'type required',
    ],
    ['a type that nobody knows', having({ type: 'passport' }), 'type invalid_value'],
    ['a type by another name', having({ type: 'constructor' }), 'type invalid_value'],
    ['a URL that is none', having({ file_url: 'contrato.pdf' }), 'file_url invalid_format'],
    ['a URL with a password', having({ file_url: 'https://user:pass@e.com/a.pdf' }), 'file_url invalid_format'],
    ['a URL of a file', having({ file_url: 'file:///etc/passwd' }), 'file_url invalid_format'],
    ['a URL of a script', having({ file_url: 'javascript:alert(1)' }), 'file_url invalid_format'],
    ['a URL that is a number', having({ file_url: 7 }), 'file_url invalid_type'],
    ['a URL without end', having({ file_url: `https://e.com/${'x'.repeat(2048)}` }), 'file_url invalid_length'],
    ['a name that is none', having({ file_name: 7 }), 'file_name invalid_type'],
    ['a name without end', having({ file_name: `${'x'.repeat(252)}.pdf` }), 'file_name invalid_length'],
    ['no byte', having({ file_size: 0 }), 'file_size out_of_range'],
    ['half a byte', having({ file_size: 1.5 }), 'file_size invalid_type'],
    ['a size as text', having({ file_size: '245760' }), 'file_size invalid_type'],
    ['a mime type that is none', having({ mime_type: 7 }), 'mime_type invalid_type'],
    ['a number that is one', having({ number: 123 }), 'number invalid_type'],
    ['an expiry without zone', having({ expires_at: '2030-12-31T23:59:59' }), 'expires_at invalid_format'],
    ['an expiry on no day of the calendar', having({ expires_at: '2030-02-30' }), 'expires_at invalid_format'],
    ['a Brazilian date', having({ expires_at: '31/12/2030' }), 'expires_at invalid_format'],
    ['a year without meaning', having({ expires_at: '0000-01-01' }), 'expires_at invalid_format'],
    ['an expiry that is a number', having({ expires_at: 1_900_000_000 }), 'expires_at invalid_type'],
    ['notes without end', having({ notes: 'x'.repeat(1001) }), 'notes invalid_length'],
    ['empty notes', having({ notes: '' }), 'notes invalid_length'],
    [
      'a representative that is no id',
      having({ type: 'partner_front_id', legal_representative_id: 'Maria' }),
      'legal_representative_id invalid_format',
    ],
  ]);

  it.each([
    ['2030-12-31', '2031-01-01T02:59:59.999Z'],
    ['2030-12-31T12:00:00-03:00', '2030-12-31T15:00:00.000Z'],
    ['2030-12-31T12:00Z', '2030-12-31T12:00:00.000Z'],
  ])('expires %s at %s', async (expires_at, instant) => {
    const { body } = await dossiers.addDocument(company, aDocumentBody({ expires_at }));
    expect(body.data.expires_at).toBe(instant);
  });
});
