import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { postgresPortOf } from './modes.mjs';

/**
 * How the administrator of a run's PostgreSQL connects.
 * @param {string} dataDir
 * @param {string} database
 * @returns {Promise<import('pg').ClientConfig>}
 */
export async function administratorOf(dataDir, database) {
  const port = await postgresPortOf(dataDir);
  const password = await readFile(join(dataDir, 'postgres', 'password'), 'utf8');
  return { host: '127.0.0.1', port, user: 'postgres', password, database };
}
