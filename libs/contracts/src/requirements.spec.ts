import { DOCUMENT_TYPES } from './document-types.js';
import { openRequirementsOf, REQUIREMENT_RULES, requirementsOf, type RequirementFacts } from './requirements.js';
import { DOCUMENT_STATUSES, type DocumentStatus } from './states/submerchant-document.states.js';

const PARTNER_DOCUMENTS = [
  'partner_front_id',
  'partner_back_id',
  'partner_selfie_with_id',
  'partner_proof_of_residence',
] as const;

const facts = (more: Partial<RequirementFacts> = {}): RequirementFacts => ({
  submerchant: { entity_type: 'pj', birth_date: null, mother_name: null },
  documents: [],
  representatives: [],
  ...more,
});
const aPerson = { entity_type: 'pf', birth_date: '1980-05-17', mother_name: 'Ana' } as const;
const shown = (given: RequirementFacts) =>
  requirementsOf(given).map(
    ({ code, status, legal_representative_id: id }) => `${code} ${status}${id === null ? '' : ` ${id}`}`,
  );
const aDocument = (
  type: RequirementFacts['documents'][number]['type'],
  status: DocumentStatus,
  partnerId: string | null = null,
) => ({ type, status, legal_representative_id: partnerId });

describe('The requirements of a company', () => {
  it('are its three documents and somebody who acts for it', () => {
    expect(shown(facts())).toEqual([
      'social_contract missing',
      'cnpj_card missing',
      'proof_of_residence_company missing',
      'legal_representative missing',
    ]);
  });

  it('are four documents of each partner', () => {
    const given = facts({
      representatives: [{ id: 'ana' }, { id: 'bea' }],
      documents: [aDocument('partner_back_id', 'approved', 'bea'), aDocument('partner_back_id', 'pending', 'ana')],
    });
    expect(shown(given).slice(3)).toEqual([
      'legal_representative ok ana',
      'partner_front_id missing ana',
      'partner_back_id pending ana',
      'partner_selfie_with_id missing ana',
      'partner_proof_of_residence missing ana',
      'legal_representative ok bea',
      'partner_front_id missing bea',
      'partner_back_id ok bea',
      'partner_selfie_with_id missing bea',
      'partner_proof_of_residence missing bea',
    ]);
  });

  it('are met when everything is approved, without an amendment of the contract', () => {
    const own = ['social_contract', 'cnpj_card', 'proof_of_residence_company'] as const;
    const documents = [
      ...own.map((type) => aDocument(type, 'approved')),
      ...PARTNER_DOCUMENTS.map((type) => aDocument(type, 'approved', 'ana')),
    ];
    expect(openRequirementsOf(facts({ documents, representatives: [{ id: 'ana' }] }))).toEqual([]);
  });
});

describe('The requirements of a person', () => {
  it('are its four documents and what tells it from others of its name', () => {
    expect(shown(facts({ submerchant: { ...aPerson, mother_name: null } }))).toEqual([
      'front_id missing',
      'back_id missing',
      'selfie_with_id missing',
      'proof_of_residence missing',
      'birth_date ok',
      'mother_name missing',
    ]);
  });

  it('are nothing of what was sent in when it was a company', () => {
    const given = facts({
      submerchant: aPerson,
      documents: [aDocument('cnpj_card', 'approved')],
      representatives: [{ id: 'ana' }],
    });
    expect(shown(given)).toHaveLength(6);
  });
});

describe('A document', () => {
  it.each([
    ['pending', 'pending'],
    ['approved', 'ok'],
    ['rejected', 'rejected'],
    ['expired', 'missing'],
    ['replaced', 'missing'],
  ] as const)('that is %s leaves its requirement %s', (status, expected) => {
    const given = facts({ submerchant: aPerson, documents: [aDocument('front_id', status)] });
    expect(shown(given)[0]).toBe(`front_id ${expected}`);
  });

  it('of every status says something', () => {
    for (const status of DOCUMENT_STATUSES)
      expect(shown(facts({ documents: [aDocument('cnpj_card', status)] }))[1]).toMatch(/^cnpj_card \w+$/);
  });

  it('counts before an older one', () => {
    const documents = [aDocument('cnpj_card', 'rejected'), aDocument('cnpj_card', 'pending')];
    expect(shown(facts({ documents }))[1]).toBe('cnpj_card pending');
  });
});

it('asks for every type of document but the amendment, each once', () => {
  const asked = REQUIREMENT_RULES.filter(({ kind }) => kind === 'document').map(({ code }) => code);
  expect(asked.toSorted()).toEqual(DOCUMENT_TYPES.filter((type) => type !== 'contract_amendment').toSorted());
});
