import { addDays, saoPauloDateOf } from '@centavo/brazil';
import type { LegalRepresentative, Submerchant } from '@centavo/contracts';
import { aRepresentativeBody } from '@centavo/testing';
import { startPlatform, type TestPlatform } from '../platform.js';
import { DossierClient, refusalOf } from '../support/dossiers.js';
import { createSubmerchant } from '../support/submerchants.js';
import { ruleTables } from './rule-tables.js';

const today = () => saoPauloDateOf(new Date());

let platform: TestPlatform;
let dossiers: DossierClient;
let company: Submerchant;
let someone: LegalRepresentative;
beforeAll(async () => {
  platform = await startPlatform({ RATE_LIMIT_PER_SECOND: '0' });
  const shop = await platform.http.createMerchant();
  dossiers = new DossierClient(platform.http, shop);
  company = await createSubmerchant(platform, shop);
  someone = await dossiers.representative(company, { participation_percentage: 1 });
});
afterAll(() => platform.stop());

const having = (fields: object) => () => ({ ...aRepresentativeBody(), ...fields });

describe('What a legal representative is made of', () => {
  const { itTakes } = ruleTables((body) => dossiers.addRepresentative(company, body));
  itTakes([
    [
      'null for all that is optional',
      having({
        mother_name: null,
        role: null,
        qualification: null,
        participation_percentage: null,
        is_admin: null,
        entity_type: null,
        legal_name: null,
      }),
    ],
    ['a CPF as people write it', having({ document: '111.444.777-35' })],
    ['check digits that are wrong, in the sandbox', having({ document: '11111111111' })],
    ['a CNPJ with letters', having({ entity_type: 'pj', document: '12.abc.345/01de-35' })],
    ['no participation', having({ participation_percentage: 0 })],
    ['hundredths of a percent', having({ participation_percentage: 0.01 })],
    ['somebody born today', () => aRepresentativeBody({ birth_date: today() })],
    ['an old company', having({ birth_date: '1808-10-12' })],
    ['a phone as people write it', having({ phone: '(11) 98765-4321' })],
    ...['legal_representative', 'partner', 'attorney', 'administrator'].map(
      (role) => [`the role ${role}`, having({ role })] as const,
    ),
    ...['DIRECTOR', 'PARTNER', 'ADMINISTRATOR', 'PRESIDENT', 'ATTORNEY', 'OTHER'].map(
      (qualification) => [`the qualification ${qualification}`, having({ qualification })] as const,
    ),
  ]);
});

/** What breaks a rule, at creation and as a change alike. */
const BROKEN = [
  ['a name that is none', () => ({ name: 7 }), 'name invalid_type'],
  ['an empty name', () => ({ name: '' }), 'name invalid_length'],
  ['a name without end', () => ({ name: 'x'.repeat(256) }), 'name invalid_length'],
  ['null for a name', () => ({ name: null }), 'name required'],
  ['null for a document', () => ({ document: null }), 'document required'],
  ['a document that is too short', () => ({ document: '1114447773' }), 'document invalid_format'],
  ['a document of letters', () => ({ document: 'ABCDEFGHIJK' }), 'document invalid_format'],
  ['a CNPJ of a person', () => ({ entity_type: 'pf', document: '11222333000181' }), 'document invalid_format'],
  ['a CPF of a company', () => ({ entity_type: 'pj', document: '11144477735' }), 'document invalid_format'],
  ['a document that is a number', () => ({ document: 11_144_477_735 }), 'document invalid_type'],
  ['another kind of entity', () => ({ entity_type: 'mei' }), 'entity_type invalid_value'],
  ['a birth tomorrow', () => ({ birth_date: addDays(today(), 1) }), 'birth_date out_of_range'],
  ['a birth before anybody', () => ({ birth_date: '0000-01-01' }), 'birth_date out_of_range'],
  ['a birth on no day of the calendar', () => ({ birth_date: '1985-02-30' }), 'birth_date invalid_format'],
  ['a Brazilian date', () => ({ birth_date: '23/04/1985' }), 'birth_date invalid_format'],
  ['null for a birth', () => ({ birth_date: null }), 'birth_date required'],
  ['an email that is none', () => ({ email: 'maria' }), 'email invalid_format'],
  ['null for an email', () => ({ email: null }), 'email required'],
  ['a phone of letters', () => ({ phone: 'call me maybe' }), 'phone invalid_format'],
  ['null for a phone', () => ({ phone: null }), 'phone required'],
  ['an empty mother', () => ({ mother_name: '' }), 'mother_name invalid_length'],
  ['another role', () => ({ role: 'boss' }), 'role invalid_value'],
  ['another qualification', () => ({ qualification: 'director' }), 'qualification invalid_value'],
  ['less than nothing', () => ({ participation_percentage: -0.01 }), 'participation_percentage out_of_range'],
  ['more than all', () => ({ participation_percentage: 100.01 }), 'participation_percentage out_of_range'],
  ['thousandths', () => ({ participation_percentage: 33.333 }), 'participation_percentage invalid_value'],
  ['a share as text', () => ({ participation_percentage: '50' }), 'participation_percentage invalid_type'],
  ['a yes', () => ({ is_admin: 'yes' }), 'is_admin invalid_type'],
  ['an empty legal name', () => ({ legal_name: '' }), 'legal_name invalid_length'],
  [
    'everything at once',
    () => ({ name: 7, email: 'maria', participation_percentage: 101 }),
    'email invalid_format',
    'name invalid_type',
    'participation_percentage out_of_range',
  ],
] as const satisfies readonly (readonly [string, () => object, ...string[]])[];

describe('A new legal representative', () => {
  it('has a name, a document, a birth, an email and a phone', async () => {
    expect(refusalOf(await dossiers.addRepresentative(company, {}))).toEqual([
      '422 validation_error',
      'birth_date required',
      'document required',
      'email required',
      'name required',
      'phone required',
    ]);
  });

  it.each(BROKEN)('is not one with %s', async (_, fields, ...broken) => {
    const reply = await dossiers.addRepresentative(company, { ...aRepresentativeBody(), ...fields() });
    expect(refusalOf(reply)).toEqual(['422 validation_error', ...broken]);
  });
});

describe('A change of a legal representative', () => {
  it.each(BROKEN)('is not %s', async (_, fields, ...broken) => {
    const reply = await dossiers.changeRepresentative(company, someone.id, fields());
    expect(refusalOf(reply)).toEqual(['422 validation_error', ...broken]);
  });

  it.each(['role', 'is_admin', 'entity_type'])('does not empty %s', async (field) => {
    const reply = await dossiers.changeRepresentative(company, someone.id, { [field]: null });
    expect(refusalOf(reply)).toEqual(['422 validation_error', `${field} required`]);
  });

  it('has left the representative as it was', async () => {
    expect(await dossiers.representatives(company)).toContainEqual(someone);
  });
});

describe('Where money is real', () => {
  it('the check digits of a document have to be right', async () => {
    const production = await startPlatform({ ENVIRONMENT: 'production', RATE_LIMIT_PER_SECOND: '0' });
    try {
      const merchant = await production.http.createMerchant();
      const own = await createSubmerchant(production, merchant, { tax_id: '11222333000181' });
      const client = new DossierClient(production.http, merchant);
      for (const wrong of [
        { document: '111.444.777-34' },
        { document: '11111111111' },
        { entity_type: 'pj', document: '12ABC34501DE34' },
      ]) {
        const reply = await client.addRepresentative(own, { ...aRepresentativeBody(), ...wrong });
        expect(refusalOf(reply)).toEqual(['422 validation_error', 'document invalid_value']);
      }
      const { id } = await client.representative(own, { entity_type: 'pj', document: '12ABC34501DE35' });
      const changed = await client.changeRepresentative(own, id, { document: '12ABC34501DE34' });
      expect(refusalOf(changed)).toEqual(['422 validation_error', 'document invalid_value']);
    } finally {
      await production.stop();
    }
  });
});
