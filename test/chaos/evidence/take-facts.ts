import type { Answer } from '@centavo/contracts';
import type { Books } from '../../support/books.js';
import { RESTING_CHARGE_RULES } from '../../support/charge-books.sql.js';
import { EFFECT_KINDS } from '../clients/operation-types.js';
import { filesOf } from '../history/history.js';
import { JsonLines, readJsonLines } from '../history/json-lines.js';
import { digestOf } from './digest.js';
import { ACCOUNTS, DEBITS, EFFECT_QUERIES, ENTRIES, KEPT_ANSWERS, LINKS, RESOURCE_QUERIES } from './facts.sql.js';
import { noFacts, type FactLine, type Facts, type KeptFact } from './facts.js';

/** Orders are looked at one by one, and payments by link have none. */
const { 'charged twice for one order': _, ...AUDIT_RULES } = RESTING_CHARGE_RULES;

/** What an audit of a platform at rest finds; nothing is left to do when it finds nothing. */
export const auditOf = (books: Books): ReturnType<Books['audit']> => books.audit(AUDIT_RULES);

/** Looks everything up that the check needs. */
export async function takeFacts(books: Books): Promise<Facts> {
  const { database } = books;
  const facts = noFacts();
  for (const kind of EFFECT_KINDS) {
    const rows = await database.query<{ mark: string; id: string | null; amount: string | null }>(EFFECT_QUERIES[kind]);
    facts.effects.push(
      ...rows.map(({ mark, id, amount }) => ({ kind, mark, id, amount: amount === null ? null : Number(amount) })),
    );
  }
  const kept = await database.query<{ hash: string; answer: string }>(KEPT_ANSWERS);
  facts.kept = kept.map(({ hash, answer }) => keptFactOf(hash, JSON.parse(answer) as Answer));
  for (const [kind, query] of Object.entries(RESOURCE_QUERIES)) {
    const rows = await database.query<{ id: string; merchant_id: string; sequence: number }>(query);
    facts.resources.push(
      ...rows.map(({ id, merchant_id: merchantId, sequence }) => ({ kind, id, merchantId, sequence })),
    );
  }
  const entries = await database.query<{ transaction_id: string; account_id: string; amount: number }>(ENTRIES);
  facts.entries = entries.map((row) => ({
    transactionId: row.transaction_id,
    accountId: row.account_id,
    amount: row.amount,
  }));
  const accounts = await database.query<{ id: string; kind: string; wallet_id: string; balance: number }>(ACCOUNTS);
  facts.accounts = accounts.map(({ wallet_id: walletId, ...account }) => ({ ...account, walletId }));
  const debits = await database.query<{ transaction_id: string; balance_after: number }>(DEBITS);
  facts.debits = debits.map((row) => ({ transactionId: row.transaction_id, balanceAfter: row.balance_after }));
  const links = await database.query<{ id: string; max_uses: number | null; current_uses: number; charges: string[] }>(
    LINKS,
  );
  facts.links = links.map(({ id, max_uses: maxUses, current_uses: uses, charges }) => ({ id, maxUses, uses, charges }));
  facts.audit = Object.entries(await auditOf(books)).map(([rule, found]) => ({ rule, found }));
  return facts;
}

const keptFactOf = (hash: string, answer: Answer): KeptFact =>
  answer.ok
    ? { hash, status: answer.status, error: null, digest: digestOf(answer.data) }
    : { hash, status: null, error: answer.error, digest: null };

/** Keeps facts beside the history, so that it can be checked without its database. */
export async function writeFacts(folder: string, facts: Facts): Promise<void> {
  const lines = new JsonLines<FactLine>(filesOf(folder).facts);
  for (const [table, rows] of Object.entries(facts) as [keyof Facts, readonly unknown[]][]) {
    for (const fact of rows) lines.add({ table, fact } as FactLine);
  }
  await lines.close();
}

export async function readFacts(folder: string): Promise<Facts> {
  const facts = noFacts();
  for await (const { table, fact } of readJsonLines<FactLine>(filesOf(folder).facts)) {
    (facts[table] as (typeof fact)[]).push(fact);
  }
  return facts;
}
