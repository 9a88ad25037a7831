/** The generated pages: each is made from the tables the code itself runs on. */

import { code, generatedNote, table } from './docs-markdown.mjs';

/** @param contracts what `@centavo/contracts` exports */
export function errorsPage({ ERROR_CATALOGUE }) {
  const codes = Object.entries(ERROR_CATALOGUE).toSorted(([, a], [, b]) => a.status - b.status);
  return `${generatedNote('`libs/contracts/src/errors`')}

# Errors

Every error has this body. \`error\` is stable: programs decide by it; \`message\` is for people and may change. \`details\` is there when
rules about single fields were broken, all of them at once.

\`\`\`json
{
  "success": false,
  "message": "The body breaks one or more rules.",
  "error": "validation_error",
  "details": [{ "field": "customer.tax_id", "code": "invalid_format", "message": "…" }],
  "request_id": "…"
}
\`\`\`

${table(
  ['Status', 'Code', 'Meaning', 'What to do'],
  codes.map(([name, { status, message, action }]) => [status, code(name), message, action]),
)}
`;
}

/** @param contracts what `@centavo/contracts` exports */
export function failureCodesPage({ FAILURE_MEANINGS }) {
  return `${generatedNote('`libs/contracts/src/failure-codes.ts`')}

# Failure codes

A payment that does not succeed is no error: the charge is \`failed\` and its \`failure_code\` says why.

${table(
  ['Code', 'Meaning, and what may help'],
  Object.entries(FAILURE_MEANINGS).map(([name, meaning]) => [code(name), meaning]),
)}
`;
}

/**
 * @param cards the sandbox's cards @param behaviours what its acquirer does with them @param payouts what its bank does with Pix keys
 * @param contracts `@centavo/contracts`
 */
export async function sandboxPage({ SANDBOX_CARDS }, { behaviourOf }, { SANDBOX_PIX_KEYS }, contracts) {
  const { CHARGE_SIMULATIONS, WITHDRAWAL_SIMULATIONS } = contracts;
  const cards = await Promise.all(
    [...SANDBOX_CARDS.values()].map(async ({ token, brand, reveal }) => ({
      token,
      brand,
      number: (await reveal()).number,
    })),
  );
  return `${generatedNote('`apps/payments/src/cards` and the sandboxes of payments and the ledger')}

# The sandbox

With \`ENVIRONMENT=sandbox\` no money moves: the acquirer is simulated, and the card decides what happens.

${table(
  ['Token', 'Card', 'Outcome'],
  cards.map(({ token, brand, number }) => [code(token), `${brand} ${number}`, outcomeOf(behaviourOf(number))]),
)}

What payers, issuers and time do elsewhere, a merchant's own keys do here; each is done when it answers:

${CHARGE_SIMULATIONS.map((simulation) => `- \`POST /sandbox/v1/charges/{id}/${simulation}\``).join('\n')}

## Settlement

Money of a card arrives thirty days later and more. \`POST /sandbox/v1/settlements/run {"until": "2027-12-31"}\` settles the merchant's and its
submerchants' receivables that are due until that day, as if it had come; their \`settled_at\` is now.

## Withdrawals

CPFs, CNPJs and Pix keys of that kind are looked at for their length only. The bank is simulated too. A withdrawal by Pix is paid within a second, unless its key says something else:

${table(
  ['A Pix key that contains', 'Outcome'],
  Object.entries(SANDBOX_PIX_KEYS).map(([word, outcome]) => [code(word), outcome]),
)}

TED and crypto stay \`pending\` until somebody says how they end:

${WITHDRAWAL_SIMULATIONS.map((simulation) => `- \`POST /sandbox/v1/withdrawals/{id}/${simulation}\``).join('\n')}
`;
}

function outcomeOf(behaviour) {
  switch (behaviour.kind) {
    case 'approve':
      return behaviour.chargesBack ? 'captured, then a chargeback within a second' : 'approved';
    case 'decline':
      return `failed, ${code(behaviour.failureCode)}`;
    case 'error_once':
      return 'the acquirer errs once, then approves';
    case 'timeout':
      return behaviour.approves
        ? 'the acquirer does not answer but has approved: found by asking, approved once'
        : `the acquirer never answers and has nothing: failed, ${code('acquirer_error')}`;
  }
}

export function settingsPage({ SETTINGS_TABLE }) {
  const rows = Object.values(SETTINGS_TABLE);
  return `${generatedNote('`libs/runtime/src/settings/settings-table.ts`')}

# Settings

Every setting is an environment variable; a file \`.env\` in the working folder is read too, and the environment wins over it. An empty
variable counts as unset. A value that cannot be used stops the start with a sentence. Secrets are never shown or logged.

Every variable marked as secret can be a file as well: \`OPERATOR_TOKEN_FILE=/run/secrets/operator_token\` is its path, white space around the
content does not count, and \`OPERATOR_TOKEN\` wins where both are given. What is in a variable can be seen by whoever may ask the container
engine or the system about the process; what is in a file, by who may read the file. (\`VAULT_KEYS_FILE\` is a setting of its own: that file
is read again when it changes.)

${table(
  ['Variable', 'Default', 'Meaning'],
  rows.map(({ env, default: byDefault, unit, meaning, secret, spec }) => [
    code(env),
    byDefault && !secret ? [code(byDefault), unit].filter(Boolean).join(' ') : '',
    [meaning, spec.desc && `Takes ${spec.desc}.`, secret && '(secret)'].filter(Boolean).join(' '),
  ]),
)}
`;
}

/** \`.env.example\`: every setting, commented out, with its default. */
export function exampleEnvironment({ SETTINGS_TABLE }) {
  const blocks = Object.values(SETTINGS_TABLE).map(
    ({ env, default: byDefault, meaning, secret }) => `# ${meaning}\n# ${env}=${secret ? '' : byDefault}\n`,
  );
  return `# Every setting with its default; copy to .env and uncomment. Generated by \`npm run docs\`.\n\n${blocks.join('\n')}`;
}
