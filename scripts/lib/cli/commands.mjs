import { ID, notes, PAGING } from './command-parts.mjs';
import { LEDGER_COMMANDS } from './ledger-commands.mjs';
import { LISTEN } from './listen/listen-command.mjs';

/**
 * Every command of the CLI: what it calls and what it takes. Help, `docs/cli.md` and the command line's own rules come from
 * here; a test holds those of operators against `/openapi.json`.
 *
 * @typedef {object} Option
 * @property {string} name on the command line, without its dashes
 * @property {string} field of the body, dotted where it is within another, or parameter of the query
 * @property {'text' | 'integer' | 'boolean' | 'list' | 'json'} [type] text by default
 * @property {readonly string[]} [choices] what it can be
 * @property {boolean} [required]
 * @property {string} meaning
 *
 * @typedef {object} Command
 * @property {string} name
 * @property {string} summary
 * @property {'GET' | 'POST' | 'PATCH' | 'DELETE'} [method] of the one call of the operator's API that it makes
 * @property {string} [path] of that call, with `{id}` where the command takes one
 * @property {(line: object, surroundings: object) => Promise<number>} [run] what it does instead of one call; answers the exit code
 * @property {string} [argument] what the id is of
 * @property {readonly Option[]} options
 * @property {object} [body] what is always sent
 * @property {readonly string[]} [columns] of a list: what a table shows, dotted where it is within something
 * @property {string} [list] where in the answer the list is, when it is not the answer itself
 * @property {string} [verdict] what in the answer says that all is well: where it is false, the exit code is 1
 * @property {number} [timeoutMs] how long the answer may take, when that is longer than usual
 * @property {readonly string[]} examples what follows `npm run cli --`
 */

const merchants = [
  {
    name: 'merchants create',
    summary: 'Create a merchant with its wallet and first API key. The secret key is shown only now.',
    method: 'POST',
    path: '/admin/v1/merchants',
    options: [
      { name: 'name', field: 'name', required: true, meaning: 'The name that it trades under.' },
      { name: 'legal-name', field: 'legal_name', required: true, meaning: 'The name in its registration.' },
      { name: 'tax-id', field: 'tax_id', required: true, meaning: 'CPF or CNPJ, digits and letters only.' },
      { name: 'email', field: 'email', required: true, meaning: 'Where it is reached.' },
    ],
    examples: [
      "merchants create --name 'Loja Exemplo' --legal-name 'Loja Exemplo Ltda' --tax-id 11222333000181 --email financeiro@loja.example",
    ],
  },
  {
    name: 'merchants list',
    summary: 'List merchants, newest first.',
    method: 'GET',
    path: '/admin/v1/merchants',
    options: [
      { name: 'status', field: 'status', choices: ['active', 'suspended'], meaning: 'Only those.' },
      { name: 'tax-id', field: 'tax_id', meaning: 'Only who has this CPF or CNPJ.' },
      ...PAGING,
    ],
    columns: ['id', 'name', 'tax_id', 'status', 'created_at'],
    examples: ['merchants list', 'merchants list --status suspended --json'],
  },
  {
    name: 'merchants show',
    summary: 'Show a merchant.',
    method: 'GET',
    path: '/admin/v1/merchants/{id}',
    argument: 'merchant',
    options: [],
    examples: [`merchants show ${ID}`],
  },
  {
    name: 'merchants update',
    summary: "Change a merchant's fees and settings. What is not named stays as it is.",
    method: 'PATCH',
    path: '/admin/v1/merchants/{id}',
    argument: 'merchant',
    options: [
      {
        name: 'fees',
        field: 'fees',
        type: 'json',
        meaning: 'The fees that change, by method: basis points and centavos.',
      },
      {
        name: 'anticipation-review',
        field: 'anticipation.review',
        choices: ['automatic', 'manual'],
        meaning: 'Whether anticipations are approved at once or wait for an operator.',
      },
      {
        name: 'monthly-rate-bps',
        field: 'anticipation.monthly_rate_bps',
        type: 'integer',
        meaning: 'Interest of anticipations, basis points per month.',
      },
      {
        name: 'automatic-anticipation',
        field: 'anticipation.automatic_enabled',
        type: 'boolean',
        meaning: 'Whether all that can be is anticipated every day.',
      },
      {
        name: 'withdrawal-methods',
        field: 'withdrawal_methods',
        type: 'list',
        meaning: 'How it can withdraw.',
        choices: ['pix', 'ted', 'crypto'],
      },
    ],
    examples: [
      `merchants update ${ID} --fees '{"pix": {"bps": 79, "fixed": 0}}'`,
      `merchants update ${ID} --anticipation-review manual --monthly-rate-bps 199 --withdrawal-methods pix,ted`,
    ],
  },
  {
    name: 'merchants suspend',
    summary: 'Suspend a merchant: within a second its keys can read and nothing else.',
    method: 'PATCH',
    path: '/admin/v1/merchants/{id}',
    argument: 'merchant',
    options: [],
    body: { status: 'suspended' },
    examples: [`merchants suspend ${ID}`],
  },
  {
    name: 'merchants activate',
    summary: "End a merchant's suspension.",
    method: 'PATCH',
    path: '/admin/v1/merchants/{id}',
    argument: 'merchant',
    options: [],
    body: { status: 'active' },
    examples: [`merchants activate ${ID}`],
  },
  {
    name: 'merchants reset-pin',
    summary: 'Remove the transaction PIN of a merchant that has lost or locked it.',
    method: 'DELETE',
    path: '/admin/v1/merchants/{id}/transaction-pin',
    argument: 'merchant',
    options: [],
    examples: [`merchants reset-pin ${ID}`],
  },
];

const reviews = [
  {
    name: 'submerchants review',
    summary: 'Decide on a submerchant. The answer names what was still open.',
    method: 'POST',
    path: '/admin/v1/submerchants/{id}/review',
    argument: 'submerchant',
    options: [
      {
        name: 'status',
        field: 'status',
        required: true,
        choices: ['pending', 'in_review', 'approved', 'rejected', 'suspended', 'blocked'],
        meaning: 'The status to enter. docs/states.md says which can follow which.',
      },
      notes('Shown to the merchant as `review_notes`.'),
    ],
    examples: [
      `submerchants review ${ID} --status approved --notes 'Documents in order'`,
      `submerchants review ${ID} --status rejected --notes 'The contract cannot be read'`,
    ],
  },
  {
    name: 'documents review',
    summary: "Decide on a submerchant's document.",
    method: 'POST',
    path: '/admin/v1/submerchant-documents/{id}/review',
    argument: 'document',
    options: [
      { name: 'status', field: 'status', required: true, choices: ['approved', 'rejected'], meaning: 'The decision.' },
      notes('Shown to the merchant as `verification_notes`.'),
    ],
    examples: [`documents review ${ID} --status approved`],
  },
  {
    name: 'anticipations review',
    summary: 'Decide on an anticipation that waits for it. What is approved is paid at once, at the interest of today.',
    method: 'POST',
    path: '/admin/v1/anticipations/{id}/review',
    argument: 'anticipation',
    options: [
      { name: 'status', field: 'status', required: true, choices: ['approved', 'rejected'], meaning: 'The decision.' },
      notes('Shown to the merchant as `review_notes`.'),
    ],
    examples: [`anticipations review ${ID} --status approved`],
  },
];

const operations = [
  {
    name: 'dead-letters list',
    summary: 'List the messages that no service could handle and that were not requeued.',
    method: 'GET',
    path: '/admin/v1/dead-letters',
    options: [
      {
        name: 'service',
        field: 'service',
        choices: ['payments', 'onboarding', 'ledger', 'webhooks'],
        meaning: 'Only those that this one could not handle.',
      },
      { name: 'type', field: 'type', meaning: 'Only this command or event.' },
      ...PAGING,
    ],
    columns: ['id', 'service', 'type', 'key', 'attempts', 'created_at', 'reason'],
    examples: ['dead-letters list', 'dead-letters list --service ledger --type charge.captured'],
  },
  {
    name: 'dead-letters requeue',
    summary: 'Hand a message to its service again, when what it fell over is mended.',
    method: 'POST',
    path: '/admin/v1/dead-letters/{id}/requeue',
    argument: 'dead-letter',
    options: [],
    examples: [`dead-letters requeue ${ID}`],
  },
  {
    name: 'audit-log',
    summary: 'List what operators called, with what it did, newest first.',
    method: 'GET',
    path: '/admin/v1/audit-log',
    options: [
      { name: 'operator', field: 'operator', meaning: 'Only this one, as the log names it.' },
      { name: 'resource', field: 'resource_id', meaning: 'Only calls that named or changed it.' },
      {
        name: 'method',
        field: 'method',
        choices: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
        meaning: 'Only those.',
      },
      { name: 'action', field: 'action', meaning: 'Only what did this, such as `merchant.suspended`.' },
      { name: 'from', field: 'date_from', meaning: 'On or after this date (São Paulo) or ISO 8601 time.' },
      { name: 'to', field: 'date_to', meaning: 'On or before it.' },
      ...PAGING,
    ],
    columns: ['occurred_at', 'operator', 'method', 'path', 'status', 'error', 'effects.action'],
    examples: ['audit-log', `audit-log --resource ${ID} --from 2026-11-01`],
  },
];

/** Those that call the operator's API. @type {readonly Command[]} */
export const OPERATOR_COMMANDS = [...merchants, ...reviews, ...LEDGER_COMMANDS, ...operations];

/** @type {readonly Command[]} */
export const COMMANDS = [...OPERATOR_COMMANDS, LISTEN];

/** What every command takes; some of it only those of operators do. */
export const EVERYWHERE = [
  {
    name: 'url',
    placeholder: 'url',
    meaning: 'Where the API is. Otherwise CENTAVO_URL, else as `credentials.json` in DATA_DIR (.centavo) says.',
  },
  {
    name: 'token',
    ofOperators: true,
    placeholder: 'token',
    meaning:
      'The operator token. Otherwise OPERATOR_TOKEN, which others on the machine cannot see, else that of `credentials.json`, for the URL in it alone.',
  },
  {
    name: 'idempotency-key',
    ofOperators: true,
    placeholder: 'key',
    meaning: 'Of a write: repeats one that may have been done. Otherwise each has a new one.',
  },
  { name: 'json', meaning: 'What the API says as it came, instead of something to read.' },
  { name: 'help', meaning: 'What a command takes, with examples.' },
];

/** What of that a command takes. @param {Command} command */
export const generalOptionsOf = ({ run }) => EVERYWHERE.filter(({ ofOperators }) => !(run && ofOperators));

/** What an option takes, as it is shown: `<text>`, `approved|rejected`. @param {Option} option */
export const valueOf = ({ type = 'text', choices }) =>
  choices ? `${choices.join('|')}${type === 'list' ? ',…' : ''}` : (PLACEHOLDERS[type] ?? `<${type}>`);

const PLACEHOLDERS = { boolean: 'true|false' };
