import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from './command-line.mjs';

/**
 * Where the API is and who calls it: as the command line says, else the environment, else what a running platform has left in its folder.
 * @param {{url?: string, token?: string}} general
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{url: string, token: string}>}
 * @throws {UsageError}
 */
export async function findAccess(general, env) {
  const file = join(env.DATA_DIR || '.centavo', 'credentials.json');
  const kept = await readCredentials(file);
  const url = general.url || env.CENTAVO_URL || kept.base_url;
  // Several tokens may be live; any of them will do.
  const token = general.token || env.OPERATOR_TOKEN?.split(',')[0].trim() || kept.operator_token;
  if (!url) throw new UsageError(`Where is the API? There is no ${file}: give --url, or CENTAVO_URL.`);
  if (!URL.canParse(url)) throw new UsageError(`"${url}" is no URL.`);
  if (!token) throw new UsageError(`Who calls? There is no ${file}: set OPERATOR_TOKEN, or give --token.`);
  return { url, token };
}

async function readCredentials(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return {};
  }
}
