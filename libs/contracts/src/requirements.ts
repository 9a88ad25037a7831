import { DOCUMENT_TYPE_DEFINITIONS, documentTypesOf, type DocumentHolder } from './document-types.js';
import type { EntityType } from './entity-types.js';
import type { SubmerchantDocumentRecord } from './resources/dossier/submerchant-document.js';
import type { Requirement, RequirementKind, RequirementStatus } from './resources/requirement.js';
import type { SubmerchantRecord } from './resources/submerchant.js';
import type { DocumentStatus } from './states/submerchant-document.states.js';

/** One row of what a review asks for. */
export interface RequirementRule {
  readonly entityType: EntityType;
  /** Of whom: once of the submerchant, or of each of its legal representatives. */
  readonly role: 'submerchant' | 'legal_representative';
  readonly kind: RequirementKind;
  readonly code: string;
  readonly reason: string;
}

type Of = Pick<RequirementRule, 'entityType' | 'role'>;

const PERSON: Of = { entityType: 'pf', role: 'submerchant' };
const COMPANY: Of = { entityType: 'pj', role: 'submerchant' };
const PARTNER: Of = { entityType: 'pj', role: 'legal_representative' };

const documents = (of: Of, holder: DocumentHolder, reason: string): RequirementRule[] =>
  documentTypesOf(holder)
    .filter((type) => DOCUMENT_TYPE_DEFINITIONS[type].required)
    .map((code) => ({ ...of, kind: 'document', code, reason }));

/** The fields that a review can ask for: those that are not required at registration. */
type AskedField = 'birth_date' | 'mother_name';

const field = (of: Of, code: AskedField, reason: string): RequirementRule => ({ ...of, kind: 'field', code, reason });

/**
 * What a review asks for, by entity type and role: the API's requirements, what an approval says was open and docs/requirements.md come
 * from here. Of the optional fields only those are asked for that tell one person from another of the same name; whatever else a
 * submerchant tells about its business helps a review but does not hold it up.
 */
export const REQUIREMENT_RULES: readonly RequirementRule[] = [
  ...documents(PERSON, 'pf', 'who it is and where it lives'),
  field(PERSON, 'birth_date', 'identifies the holder of the CPF'),
  field(PERSON, 'mother_name', 'tells people of the same name apart'),
  ...documents(COMPANY, 'pj', 'that it exists, who may act for it and where it is'),
  {
    ...PARTNER,
    kind: 'representative',
    code: 'legal_representative',
    reason: 'somebody has to act for a company: at least one',
  },
  ...documents(PARTNER, 'partner', 'who acts for the company'),
];

/** What is known of a submerchant when its requirements are looked at. */
export interface RequirementFacts {
  readonly submerchant: Pick<SubmerchantRecord, 'entity_type' | AskedField>;
  /** Oldest first. */
  readonly documents: readonly Pick<SubmerchantDocumentRecord, 'type' | 'status' | 'legal_representative_id'>[];
  /** Oldest first. */
  readonly representatives: readonly { readonly id: string }[];
}

/** What a document of a status is to the requirement that it was submitted for: one that is no longer valid is none. */
const STATUS_BY_DOCUMENT: Readonly<Record<DocumentStatus, RequirementStatus>> = {
  pending: 'pending',
  approved: 'ok',
  rejected: 'rejected',
  expired: 'missing',
  replaced: 'missing',
};

/** Every requirement of a submerchant with how it stands: its own, then those of each legal representative. */
export function requirementsOf(facts: RequirementFacts): Requirement[] {
  const rules = REQUIREMENT_RULES.filter(({ entityType }) => entityType === facts.submerchant.entity_type);
  const own = rules.filter(({ role }) => role === 'submerchant');
  const ofPartners = rules.filter(({ role }) => role === 'legal_representative');
  const partnerIds = facts.representatives.map(({ id }) => id);
  return [
    ...own.map((rule) => assess(rule, facts, null)),
    ...(partnerIds.length > 0
      ? partnerIds.flatMap((id) => ofPartners.map((rule) => assess(rule, facts, id)))
      : ofPartners.filter(({ kind }) => kind === 'representative').map((rule) => assess(rule, facts, null))),
  ];
}

/** Those that a decision would have to overlook. */
export const openRequirementsOf = (facts: RequirementFacts): Requirement[] =>
  requirementsOf(facts).filter(({ status }) => status !== 'ok');

const assess = (rule: RequirementRule, facts: RequirementFacts, partnerId: string | null): Requirement => ({
  code: rule.code,
  kind: rule.kind,
  status: statusOf(rule, facts, partnerId),
  legal_representative_id: partnerId,
});

function statusOf(
  { kind, code }: RequirementRule,
  { submerchant, documents: submitted }: RequirementFacts,
  partnerId: string | null,
): RequirementStatus {
  switch (kind) {
    case 'field':
      return submerchant[code as AskedField] === null ? 'missing' : 'ok';
    case 'representative':
      return partnerId === null ? 'missing' : 'ok';
    case 'document': {
      const newest = submitted.findLast((each) => each.type === code && each.legal_representative_id === partnerId);
      return newest ? STATUS_BY_DOCUMENT[newest.status] : 'missing';
    }
  }
}
