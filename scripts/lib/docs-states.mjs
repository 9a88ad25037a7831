import { code, generatedNote, table } from './docs-markdown.mjs';

/** The pages about what becomes of resources: their states, the events that tell of them, and what a review asks for. */

/** The state machines, by the name that events have for the resource. @param contracts what `@centavo/contracts` exports */
const machinesOf = ({
  ANTICIPATION_STATUSES,
  ANTICIPATION_TRANSITIONS,
  CHARGE_STATUSES,
  CHARGE_TRANSITIONS,
  DOCUMENT_STATUSES,
  DOCUMENT_TRANSITIONS,
  RECEIVABLE_STATUSES,
  RECEIVABLE_TRANSITIONS,
  SUBMERCHANT_MOVES,
  SUBMERCHANT_STATUSES,
  WITHDRAWAL_STATUSES,
  WITHDRAWAL_TRANSITIONS,
}) => ({
  charge: {
    name: 'charge',
    title: 'Charge',
    statuses: CHARGE_STATUSES,
    transitions: Object.values(CHARGE_TRANSITIONS),
    beginning: 'the charge was created',
  },
  anticipation: {
    name: 'anticipation',
    title: 'Anticipation',
    statuses: ANTICIPATION_STATUSES,
    transitions: Object.values(ANTICIPATION_TRANSITIONS),
    beginning: 'the anticipation was requested',
  },
  withdrawal: {
    name: 'withdrawal',
    title: 'Withdrawal',
    statuses: WITHDRAWAL_STATUSES,
    transitions: Object.values(WITHDRAWAL_TRANSITIONS),
    beginning: 'the withdrawal was requested; the wallet is debited',
  },
  submerchant: {
    name: 'submerchant',
    title: 'Submerchant',
    statuses: SUBMERCHANT_STATUSES,
    transitions: SUBMERCHANT_MOVES,
    beginning: 'the submerchant was registered',
  },
  submerchant_document: {
    name: 'document',
    title: 'Submerchant document',
    statuses: DOCUMENT_STATUSES,
    transitions: Object.values(DOCUMENT_TRANSITIONS),
    beginning: 'the document was submitted',
  },
  receivable: {
    name: 'receivable',
    title: 'Receivable',
    statuses: RECEIVABLE_STATUSES,
    transitions: Object.values(RECEIVABLE_TRANSITIONS),
    beginning: 'a charge was captured',
  },
});

export function statesPage(contracts) {
  const machines = machinesOf(contracts);
  const { charge, submerchant, submerchant_document: document, receivable, anticipation, withdrawal } = machines;
  const { SUBMERCHANT_ALLOWS } = contracts;
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

${machineSection(receivable)}

${machineSection(anticipation)}

${machineSection(withdrawal)}
`;
}

const machineSection = ({ name, title, statuses, transitions }) => `## ${title}

Statuses: ${statuses.map(code).join(', ')}. ${articleOf(name)} ${name} begins as \`pending\`; every other way is a row here, and the database
refuses anything else.

\`\`\`mermaid
stateDiagram-v2
  [*] --> pending
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

export function eventsPage(contracts) {
  const { PUBLIC_EVENT_KINDS, API_VERSION } = contracts;
  const machines = machinesOf(contracts);
  return `${generatedNote('`libs/contracts/src/events`')}

# Events

A postback endpoint subscribes to kinds by name, to all of a resource (\`charge.*\`) or to everything (\`*\`). An event's kind is its
resource and the status that the resource has just entered.

${table(
  ['Event', '`data`', 'When'],
  PUBLIC_EVENT_KINDS.map((kind) => {
    const [resource, status] = kind.split('.');
    return [code(kind), `the ${machines[resource].name}`, whenOf(machines[resource], status)];
  }),
)}

## What is sent

\`\`\`json
{
  "id": "019a9f3e-5b7c-7d1e-8f00-1d2c3b4a5e6f",
  "event": "charge.captured",
  "occurred_at": "2026-11-20T12:00:00.000Z",
  "sequence": 2,
  "api_version": "${API_VERSION}",
  "data": { "id": "…", "status": "captured" }
}
\`\`\`

- \`data\` is the whole resource, exactly as the API shows it. \`sequence\` counts up per resource, from 1: of two events of one
  resource the higher one is the later one.
- The same event may arrive more than once; its \`id\` (also in the header \`webhook-id\`) stays the same.
- Requests are signed after [Standard Webhooks](https://www.standardwebhooks.com): \`webhook-signature\` covers
  \`{webhook-id}.{webhook-timestamp}.{raw body}\` with HMAC-SHA-256 under the endpoint's secret. Its libraries verify in one call.
- Any 2xx within 15 seconds is a success. Everything else is tried again, ten times over about three days; a 410 disables the endpoint.
`;
}

function whenOf(machine, status) {
  if (status === 'pending') return machine.beginning;
  const causes = machine.transitions.filter(({ to }) => to === status);
  return causes.map(({ description }) => description).join('; or ');
}

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
