import pg from 'pg';
import { waitFor } from '../../scripts/lib/wait.mjs';
import { administratorOf } from '../administrator.mjs';
import { chainAfterwards } from './chain-afterwards.mjs';
import { historyDays, makeChunk, prepareChunks } from './chunks.mjs';
import { copyStatement } from './copies.mjs';
import { withFullerPages } from './fuller-pages.mjs';
import { makeModels } from './models.mjs';
import { requireAllTables, tables } from './tables.mjs';

const dayMs = 86_400_000;
/** How long ago the last of them was made. */
const endedMsAgo = 60_000;
const chunkSize = 100_000;
/** Of these the single reads get theirs. */
const sampleSize = 20_000;

/**
 * Fills a running system with finished charges of the last 18 months: copies, row by row and in all tables, of what a few charges left that
 * it has just made. The first of `owners` has half of them, the others share the rest.
 * @param {object} options
 * @param {import('../modes.mjs').System} options.system
 * @param {string} options.dataDir
 * @param {number} options.count
 * @param {{id: string, credentials: string, endpointId: string}} options.merchant whose charges are copied
 * @param {{id: string, endpointId: string}[]} options.owners
 * @returns {Promise<{seconds: number, databaseBytes: number, samples: {id: string, owner: number}[]}>} `samples`: some of the charges,
 *   with the place of their owner
 */
export async function fillHistory({ system, dataDir, count, merchant, owners }) {
  const connection = await administratorOf(dataDir, 'centavo');
  return withClient(connection, async (client) => {
    await untilWalletsOpen(client, owners);
    const models = await makeModels(system, merchant, client);
    await requireAllTables(
      client,
      models.map(({ id }) => id),
    );
    const source = { count, models, merchant, owners, lastMs: Date.now() - endedMsAgo };
    const startedAt = performance.now();
    await withoutAutovacuum(client, async () => {
      const schemas = Object.values(Object.groupBy(tables, ({ schema }) => schema));
      const fill = () =>
        Promise.all(schemas.map((part) => withClient(connection, (own) => fillTables(own, part, source))));
      await withClient(connection, (watch) => chainAfterwards(client, watch, fill));
      for (const statement of sumsOfHistory) await client.query(statement, [owners.map(({ id }) => id)]);
      await client.query('VACUUM (ANALYZE)');
      await client.query('CHECKPOINT');
    });
    const { rows } = await client.query('SELECT pg_database_size(current_database()) AS bytes');
    return {
      seconds: (performance.now() - startedAt) / 1000,
      databaseBytes: Number(rows[0].bytes),
      samples: await sampleOf(client, source),
    };
  });
}

async function withClient(connection, work) {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A merchant's wallet is opened when the ledger hears of it. */
const untilWalletsOpen = (client, owners) =>
  waitFor(
    async () => {
      const ids = owners.map(({ id }) => id);
      const { rowCount } = await client.query('SELECT FROM ledger.wallets WHERE owner_id = ANY ($1::uuid[])', [ids]);
      return rowCount === owners.length;
    },
    { what: 'the wallets of all merchants' },
  );

/** It would do again and again what is done once in the end. */
async function withoutAutovacuum(client, work) {
  const set = async (statement) => {
    await client.query(statement);
    await client.query('SELECT pg_reload_conf()');
  };
  await set('ALTER SYSTEM SET autovacuum = off');
  try {
    await work();
  } finally {
    await set('ALTER SYSTEM RESET autovacuum');
  }
}

/** The tables of one schema, chunk by chunk in the order of time, as they would have grown. */
async function fillTables(client, part, source) {
  await prepareChunks(client, source);
  // Triggers name tables without their schema.
  await client.query(`SET search_path = ${part[0].schema}`);
  const statements = [];
  for (const table of part) statements.push(await copyStatement(client, table, source));
  const { keptDays } = part[0];
  if (keptDays) {
    await client.query('SELECT webhooks.ensure_partitions($1, $2)', [
      new Date(source.lastMs - keptDays * dayMs),
      new Date(),
    ]);
  }
  const first = keptDays ? Math.ceil(source.count * (1 - keptDays / historyDays)) : 0;
  await withFullerPages(client, part, async () => {
    for (let from = first; from < source.count; from += chunkSize) {
      await client.query('BEGIN');
      await makeChunk(client, source, `generate_series(${from}, ${Math.min(from + chunkSize, source.count) - 1})`);
      for (const statement of statements) await client.query(statement);
      await client.query('COMMIT');
    }
  });
}

/** As the product folds its changes into them; those of the days come day by day. */
const sumsOfHistory = [
  `INSERT INTO payments.charge_counts (owner_id, merchant_id, payment_method, status, count)
   SELECT merchant_id, merchant_id, payment_method, status, count(*) FROM payments.charges
   WHERE merchant_id = ANY ($1::uuid[]) GROUP BY merchant_id, payment_method, status`,
  `INSERT INTO payments.charge_day_counts (owner_id, merchant_id, payment_method, status, day, count)
   SELECT merchant_id, merchant_id, payment_method, status, payments.charge_day(created_at), count(*) FROM payments.charges
   WHERE merchant_id = ANY ($1::uuid[]) GROUP BY merchant_id, payment_method, status, 5 ORDER BY 5`,
  `INSERT INTO ledger.receivable_sums (owner_id, merchant_id, payment_method, status, count, gross_amount, fee_amount, net_amount)
   SELECT merchant_id, merchant_id, payment_method, status, count(*), sum(gross_amount), sum(fee_amount), sum(net_amount)
   FROM ledger.receivables WHERE merchant_id = ANY ($1::uuid[]) GROUP BY merchant_id, payment_method, status`,
  `INSERT INTO ledger.receivable_day_sums
     (owner_id, merchant_id, payment_method, status, settlement_date, count, gross_amount, fee_amount, net_amount)
   SELECT merchant_id, merchant_id, payment_method, status, settlement_date, count(*), sum(gross_amount), sum(fee_amount), sum(net_amount)
   FROM ledger.receivables WHERE merchant_id = ANY ($1::uuid[])
   GROUP BY merchant_id, payment_method, status, settlement_date ORDER BY settlement_date`,
];

/** Works their ids out without reading a table, so that reads of them come upon nothing that was just read. */
async function sampleOf(client, source) {
  await prepareChunks(client, source);
  await makeChunk(
    client,
    source,
    `(SELECT trunc(random() * ${source.count})::bigint FROM generate_series(1, ${sampleSize}))`,
  );
  const { rows } = await client.query(
    `SELECT (lpad(to_hex(model_ms + shift_ms), 12, '0') || substr(replace(slots.model::text, '-', ''), 13))::uuid AS id, owner
     FROM chunk JOIN (SELECT DISTINCT model, model_ms FROM slots) slots USING (model)
     ORDER BY random()`,
  );
  return rows;
}
