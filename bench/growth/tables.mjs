import { Complaint } from '../../scripts/lib/complaint.mjs';

/**
 * Where a finished charge leaves rows.
 * @typedef {object} Table
 * @property {string} schema
 * @property {string} name
 * @property {string} [key] the column with the charge's id
 * @property {string} [journalId] or the column with the id of a journal transaction: which charge that is about, its entries say
 * @property {number} [keptDays] older rows are not kept
 * @property {number} [filled] how full, in percent, updates have left its pages: fuller than the rows as they are inserted may fill them,
 *   so that no new row finds room among old ones
 */

/** Events and deliveries are cut by week so that old ones can be dropped; a log of postbacks is looked at for so long. */
const postbacksKeptDays = 30;

/** @type {Table[]} */
export const tables = [
  { schema: 'payments', name: 'charges', key: 'id', filled: 55 },
  { schema: 'payments', name: 'charge_documents', key: 'charge_id' },
  { schema: 'payments', name: 'charge_listings', key: 'charge_id' },
  { schema: 'payments', name: 'charge_refunds', key: 'charge_id' },
  { schema: 'payments', name: 'sandbox_authorizations', key: 'reference' },
  { schema: 'payments', name: 'sandbox_payments', key: 'reference', filled: 75 },
  { schema: 'payments', name: 'sandbox_operations', key: 'payment' },
  { schema: 'ledger', name: 'transactions', journalId: 'id' },
  { schema: 'ledger', name: 'entries', journalId: 'transaction_id' },
  { schema: 'ledger', name: 'receivables', key: 'charge_id' },
  { schema: 'webhooks', name: 'events', key: 'resource_id', keptDays: postbacksKeptDays },
  { schema: 'webhooks', name: 'deliveries', key: 'resource_id', keptDays: postbacksKeptDays, filled: 55 },
];

/** Answers are forgotten after a day: there are as many as a day has, however long the history is. */
const turnedOver = ['idempotency_keys', 'inbox', 'outbox'];

/** The rows that some charges left in a table, each with its charge as `model`. `$1`: the ids of the charges. */
export const rowsOf = ({ schema, name, key, journalId }) =>
  journalId
    ? `SELECT via.model, t.* FROM (${journalOfCharges}) via JOIN ${schema}.${name} t ON t.${journalId} = via.transaction_id`
    : `SELECT t.${key} AS model, t.* FROM ${schema}.${name} t WHERE t.${key} = ANY ($1::uuid[])`;

const journalOfCharges = `
  SELECT DISTINCT r.charge_id AS model, e.transaction_id FROM ledger.receivables r JOIN ledger.entries e ON e.receivable_id = r.id
  WHERE r.charge_id = ANY ($1::uuid[])`;

/**
 * Sees to it that no history is made without a table that has been added since this list was written.
 * @param {import('pg').Client} client the administrator's
 * @param {string[]} ids of charges
 * @throws {Complaint} when rows of another table name one of them
 */
export async function requireAllTables(client, ids) {
  const { rows } = await client.query(
    `SELECT n.nspname AS schema, c.relname AS name
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> ALL ($1)
       AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'`,
    [turnedOver],
  );
  const known = new Set(tables.map(({ schema, name }) => `${schema}.${name}`));
  for (const { schema, name } of rows.filter(({ schema, name }) => !known.has(`${schema}.${name}`))) {
    const { rowCount } = await client.query(
      `SELECT FROM ${schema}.${name} t
       WHERE EXISTS (SELECT FROM unnest($1::text[]) AS named (charge) WHERE t::text LIKE '%' || named.charge || '%')
       LIMIT 1`,
      [ids],
    );
    if (rowCount > 0) {
      throw new Complaint(
        `${schema}.${name} keeps rows of finished charges, and a history would lack them: add it to bench/growth/tables.mjs.`,
      );
    }
  }
}
