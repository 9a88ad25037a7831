import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { administratorOf } from '../administrator.mjs';
import { mapValues } from '../usage.mjs';

/**
 * What is stored so far, in bytes: each table with its indexes, what PostgreSQL has written to its log, and Kafka's topics.
 * @param {string} dataDir
 * @returns {Promise<{tables: Record<string, number>, postgresLog: number, kafka: number}>}
 */
export async function readStorage(dataDir) {
  const client = new pg.Client(await administratorOf(dataDir, 'centavo'));
  await client.connect();
  try {
    const { rows } = await client.query(tableSizes);
    const log = await client.query(`SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS bytes`);
    return {
      tables: Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes)])),
      postgresLog: Number(log.rows[0].bytes),
      kafka: await topicBytes(join(dataDir, 'kafka')),
    };
  } finally {
    await client.end();
  }
}

/** What each of `count` things added between two looks. */
export const storagePerThing = (before, after, count) => ({
  tables: mapValues(after.tables, (bytes, name) => (bytes - (before.tables[name] ?? 0)) / count),
  postgresLog: (after.postgresLog - before.postgresLog) / count,
  kafka: (after.kafka - before.kafka) / count,
});

/** A table in parts counts as one. */
const tableSizes = `
  SELECT n.nspname || '.' || root.relname AS name, sum(pg_total_relation_size(c.oid)) AS bytes
  FROM pg_class c
  JOIN pg_class root ON root.oid = coalesce(pg_partition_root(c.oid), c.oid)
  JOIN pg_namespace n ON n.oid = root.relnamespace
  WHERE c.relkind = 'r' AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
  GROUP BY 1`;

/** Only messages: indexes are made at their full size. */
async function topicBytes(folder) {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const logs = names.filter((name) => name.endsWith('.log') && !name.includes('__'));
  const sizes = await Promise.all(logs.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((total, size) => total + size, 0);
}
