import pg from 'pg';
import { Complaint } from '../complaint.mjs';

const fetchedRows = 200;

/** The vault's ciphertexts and keyed fingerprints are the only place where card numbers may be, and nobody can read them there. */
const isCiphertext = ({ schema, type }) => schema === 'vault' && type === 'bytea';

const columnsQuery = `
  SELECT n.nspname AS schema, c.relname AS "table", a.attname AS name, format_type(a.atttypid, NULL) AS type,
         t.typcategory = 'N' AS "isNumber",
         EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary AND a.attnum = ANY (i.indkey)) AS "isKey"
  FROM pg_class c
  JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  JOIN pg_type t ON t.oid = a.atttypid
  WHERE c.relkind IN ('r', 'm') AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
  ORDER BY 1, 2, a.attnum`;

/**
 * Searches every column of every table of a database.
 * @param {string} adminUrl of somebody who may read all of it
 * @param {import('./card-report.mjs').CardReport} report
 * @throws {Complaint} when the database cannot be reached
 */
export async function scanTables(adminUrl, report) {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect().catch((error) => {
    throw new Complaint(`The database cannot be reached: ${error.message || error.code}.`);
  });
  try {
    const { rows: columns } = await client.query(columnsQuery);
    const tables = Map.groupBy(columns, ({ schema, table }) => `${schema}.${table}`);
    for (const [name, columns] of tables) await scanTable(client, name, columns, report);
  } finally {
    await client.end();
  }
}

async function scanTable(client, name, columns, report) {
  const searched = columns.filter((column) => !isCiphertext(column));
  for (const column of searched) report.open('columns', placeOf(name, column));
  for await (const row of rowsOf(client, columns, searched)) {
    searched.forEach((column, index) => {
      if (row.values[index] === null) return;
      report.search(placeOf(name, column), textOf(column, row.values[index]), () => ` (${row.key})`);
    });
  }
}

/** By a cursor: a table of any size is read with little memory, and as it was at one moment. */
async function* rowsOf(client, columns, searched) {
  const [{ schema, table }] = columns;
  const keys = columns.filter(({ isKey }) => isKey).map(({ name }) => pg.escapeIdentifier(name));
  const key = keys.length > 0 ? keys.map((name) => `${name}::text`).join(` || ', ' || `) : 'ctid::text';
  const values = searched.map(({ name, type }) => pg.escapeIdentifier(name) + (type === 'bytea' ? '' : '::text'));
  const from = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`;
  const select = [key, ...values].join(', ');
  await client.query('BEGIN TRANSACTION READ ONLY');
  await client.query(`DECLARE scanned NO SCROLL CURSOR FOR SELECT ${select} FROM ${from}`);
  for (;;) {
    const { rows } = await client.query({ text: `FETCH ${fetchedRows} FROM scanned`, rowMode: 'array' });
    for (const [key, ...values] of rows) yield { key, values };
    if (rows.length < fetchedRows) break;
  }
  await client.query('COMMIT');
}

const placeOf = (table, { name }) => `${table}.${name}`;

/** A value under its name, as in JSON: the name says what a number is. */
function textOf({ name, isNumber }, value) {
  const text = Buffer.isBuffer(value) ? value.toString('latin1') : value;
  return isNumber ? `"${name}":${text}` : `"${name}":"${text}"`;
}
