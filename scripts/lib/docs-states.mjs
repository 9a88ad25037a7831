import { code, generatedNote, table } from './docs-markdown.mjs';

/** The pages about what becomes of resources: their states, and what a review asks for. */

/** @param contracts what `@centavo/contracts` exports */
export function statesPage({ STATE_MACHINES, SUBMERCHANT_ALLOWS }) {
  const { charge, submerchant, submerchant_document: document, ...others } = STATE_MACHINES;
  return `${generatedNote('`libs/contracts/src/states`')}

# States

${machineSection(charge)}

${machineSection(submerchant)}

What a status allows, to whoever charges, pays out or changes a submerchant:

${table(
  ['Status', 'May be charged for', 'May withdraw', '`tax_id` and `entity_type` may change'],
  Object.entries(SUBMERCHANT_ALLOWS).map(([status, { charge: mayCharge, withdraw, reidentify }]) => [
    code(status),
    ...[mayCharge, withdraw, reidentify].map((allowed) => (allowed ? 'yes' : 'no')),
  ]),
)}

${machineSection(document)}

${Object.values(others).map(machineSection).join('\n\n')}
`;
}

const machineSection = ({ name, title, statuses, transitions, initial = 'pending' }) => `## ${title}

Statuses: ${statuses.map(code).join(', ')}. ${articleOf(name)} ${name} begins as ${code(initial)}; every other way is a row here, and the database
refuses anything else.

\`\`\`mermaid
stateDiagram-v2
  [*] --> ${initial}
${transitions.flatMap(({ from, to, trigger }) => from.map((status) => `  ${status} --> ${to}: ${trigger}`)).join('\n')}
\`\`\`

${table(
  ['From', 'Trigger', 'What happens', 'To'],
  transitions.map(({ from, trigger, description, to }) => [
    from.map(code).join(', '),
    code(trigger),
    description,
    code(to),
  ]),
)}`;

const articleOf = (name) => (/^[aeiou]/.test(name) ? 'An' : 'A');

const ENTITY_NAMES = { pf: 'person (`pf`)', pj: 'company (`pj`)' };
const ROLE_NAMES = { submerchant: 'itself', legal_representative: 'each legal representative' };

export function requirementsPage({ DOCUMENT_TYPE_DEFINITIONS, REQUIREMENT_RULES, REQUIREMENT_STATUSES }) {
  const optional = Object.entries(DOCUMENT_TYPE_DEFINITIONS).filter(([, { required }]) => !required);
  return `${generatedNote('`libs/contracts/src/requirements.ts`')}

# Requirements

What a review of a submerchant asks for. \`GET /v1/submerchants/{id}/requirements\` says of each how it stands:
${REQUIREMENT_STATUSES.map(code).join(', ')}. A document that has expired counts as missing. An operator may approve a submerchant in spite
of open requirements; the answer and the audit log then name them.

${table(
  ['Entity', 'Of', 'Kind', 'Code', 'Why'],
  REQUIREMENT_RULES.map(({ entityType, role, kind, code: name, reason }) => [
    ENTITY_NAMES[entityType],
    ROLE_NAMES[role],
    kind,
    code(name),
    reason,
  ]),
)}

Taken too, and never asked for: ${optional.map(([type]) => code(type)).join(', ')}.
`;
}
