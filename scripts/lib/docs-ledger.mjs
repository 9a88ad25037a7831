import { code, generatedNote, table } from './docs-markdown.mjs';

/** Every posting, from the table that the ledger posts by. @param {{POSTING_RULES: object}} postings */
export function postingsPage({ POSTING_RULES }) {
  return `${generatedNote('`apps/ledger/src/journal/postings.domain.ts`')}

# Postings

What each happening does to the [accounts](ledger.md#accounts). \`gross\`, \`fee\` and \`net\` are those of a receivable, or of the part that a
refund takes from it: \`gross = net + fee\`. Of an anticipation \`net = payout + interest\`, of a withdrawal \`amount = paid_out + fee\`. An
amount of zero leaves no entry. What changes \`available\` is a line on the wallet's statement.

${table(
  ['Posting', 'What happens', 'Debit', 'Credit'],
  Object.entries(POSTING_RULES).map(([kind, { description, debit, credit }]) => [
    code(kind),
    description,
    sideOf(debit),
    sideOf(credit),
  ]),
)}
`;
}

const sideOf = (side) =>
  Object.entries(side)
    .map(([account, amount]) => `${code(account)} ${amount}`)
    .join(', ');
