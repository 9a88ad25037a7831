import { Complaint } from '../../scripts/lib/complaint.mjs';
import { rowsOf } from './tables.mjs';

/**
 * How the rows of a table are made: as copies of those that the models left, moved to another merchant and another time. In a chunk,
 * `h`, are the charges to be made; in `m` the rows of their models. Ids are UUIDv7 and begin with their time: moving that makes them new,
 * because no two charges of a chunk have the same.
 */

/**
 * Reads what the models left in a table into a temporary one and works out the statement that copies it for a chunk.
 * @param {import('pg').Client} client the administrator's
 * @param {import('./tables.mjs').Table} table
 * @param {{models: {id: string}[], merchant: {id: string, endpointId: string}}} source
 * @returns {Promise<string>}
 */
export async function copyStatement(client, table, { models, merchant }) {
  const ids = models.map(({ id }) => id);
  const columns = await columnsOf(client, table);
  const { rows } = await client.query(`SELECT x.* FROM (${rowsOf(table)}) x`, [ids]);
  const expressions = new Map();
  for (const { name, type } of columns) {
    if (type !== 'uuid') continue;
    const values = rows.map((row) => row[name]).filter((value) => value !== null);
    expressions.set(name, idExpression(table, name, values, merchant));
  }
  for (const { name, type } of columns) {
    if (!expressions.has(name)) expressions.set(name, valueExpression({ name, type }, rows, expressions));
  }
  await keepRows(client, table, ids, columns);
  return table.name === 'entries' ? entriesStatement(expressions) : insertStatement(table, expressions);
}

async function columnsOf(client, { schema, name }) {
  const { rows } = await client.query(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attidentity <> 'a'
     ORDER BY attnum`,
    [`${schema}.${name}`],
  );
  return rows;
}

/** The merchant and its endpoint become others; all other ids become new. */
function idExpression({ schema, name: table }, name, values, merchant) {
  const others = { [merchant.id]: 'h.merchant_id', [merchant.endpointId]: 'h.endpoint_id' };
  const found = new Set(values.map((value) => others[value] ?? 'new'));
  if (found.size > 1)
    throw new Complaint(`${schema}.${table}.${name} holds ids of several kinds; bench/growth cannot copy that.`);
  const [kind = 'new'] = found;
  if (kind !== 'new') return `CASE WHEN m.${name} IS NOT NULL THEN ${kind} END`;
  return `(lpad(to_hex(m.${name}_ms + h.shift_ms), 12, '0') || m.${name}_rest)::uuid`;
}

/** Times move, days stay days, documents get the new ids that they repeat; the rest stays as it is. */
function valueExpression({ name, type }, rows, expressions) {
  if (type === 'timestamp with time zone') {
    const moved = `m.${name} + h.shift`;
    return name.endsWith('_date') ? `date_trunc('day', ${moved}, 'America/Sao_Paulo')` : moved;
  }
  if (!['text', 'json', 'jsonb'].includes(type)) return `m.${name}`;
  const repeats = (id) => rows.some((row) => row[id] && row[name] && textOf(row[name]).includes(row[id]));
  const repeated = [...expressions.keys()].filter(repeats);
  const text = repeated.reduce(
    (text, id) => `replace(${text}, m.${id}::text, (${expressions.get(id)})::text)`,
    `m.${name}::text`,
  );
  return repeated.length > 0 ? `${text}::${type}` : `m.${name}`;
}

const textOf = (value) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Of ids also the time, and the rest of their text. */
async function keepRows(client, table, ids, columns) {
  const halves = columns
    .filter(({ type }) => type === 'uuid')
    .map(
      ({ name }) =>
        `, ('x0000' || left(replace(x.${name}::text, '-', ''), 12))::bit(64)::bigint AS ${name}_ms
         , substr(replace(x.${name}::text, '-', ''), 13) AS ${name}_rest`,
    );
  const list = ids.map((id) => client.escapeLiteral(id)).join(', ');
  const rows = rowsOf(table).replace('$1', `ARRAY[${list}]`);
  await client.query(`CREATE TEMP TABLE model_${table.name} AS SELECT x.*${halves.join('')} FROM (${rows}) x`);
  await client.query(`ANALYZE model_${table.name}`);
}

const insertStatement = ({ schema, name }, expressions) =>
  `INSERT INTO ${schema}.${name} (${[...expressions.keys()].join(', ')})
   SELECT ${[...expressions.values()].join(', ')}
   FROM chunk h JOIN model_${name} m ON m.model = h.model`;

/**
 * Wallets' accounts count their entries and carry their balance on; the accounts of the platform do neither. Entries that are lines of a statement
 * are also numbered among those alike, and their times never go back.
 */
function entriesStatement(expressions) {
  const copied = new Map([
    ...expressions,
    ['account_id', 'coalesce(own.id, m.account_id)'],
    ['balance_after', 'own.balance + sum(m.amount) OVER so_far'],
    ['version', 'CASE WHEN own.id IS NOT NULL THEN own.version + row_number() OVER so_far END'],
    [
      'recorded_at',
      'CASE WHEN m.recorded_at IS NOT NULL THEN greatest(own.recorded_at, max(m.recorded_at + h.shift) OVER so_far) END',
    ],
    ['reference_version', 'alike.number + row_number() OVER among_alike'],
  ]);
  return `
    WITH own AS MATERIALIZED (
      SELECT a.id, a.kind, a.balance, a.version, w.owner_id,
             (SELECT e.recorded_at FROM ledger.entries e WHERE e.account_id = a.id AND e.version IS NOT NULL
              ORDER BY e.version DESC LIMIT 1) AS recorded_at
      FROM owners o JOIN ledger.wallets w ON w.owner_id = o.merchant_id JOIN ledger.accounts a ON a.wallet_id = w.id
    ), alike AS MATERIALIZED (
      SELECT own.id, said.reference_type, said.is_credit,
             coalesce((SELECT e.reference_version FROM ledger.entries e
                       WHERE e.account_id = own.id AND e.reference_type = said.reference_type AND (e.amount > 0) = said.is_credit
                       ORDER BY e.version DESC LIMIT 1), 0) AS number
      FROM own CROSS JOIN (SELECT DISTINCT reference_type, amount > 0 AS is_credit FROM model_entries) said
      WHERE own.kind = 'available' AND said.reference_type IS NOT NULL
    ), added AS (
      INSERT INTO ledger.entries (${[...copied.keys()].join(', ')})
      SELECT ${[...copied.values()].join(', ')}
      FROM chunk h
      JOIN model_entries m ON m.model = h.model
      LEFT JOIN ledger.accounts of_model ON of_model.id = m.account_id AND of_model.wallet_id IS NOT NULL
      LEFT JOIN own ON own.owner_id = h.merchant_id AND own.kind = of_model.kind
      LEFT JOIN alike ON alike.id = own.id AND alike.reference_type = m.reference_type AND alike.is_credit = (m.amount > 0)
      WINDOW so_far AS (PARTITION BY own.id ORDER BY h.number, m.transaction_id, m.line),
             among_alike AS (PARTITION BY own.id, m.reference_type, m.amount > 0 ORDER BY h.number, m.transaction_id, m.line)
      ORDER BY h.number, m.transaction_id, m.line
      RETURNING account_id, amount, version
    )
    UPDATE ledger.accounts a SET balance = a.balance + t.amount, version = a.version + t.entries
    FROM (SELECT account_id, sum(amount) AS amount, count(*) AS entries FROM added WHERE version IS NOT NULL GROUP BY 1) t
    WHERE a.id = t.account_id`;
}
