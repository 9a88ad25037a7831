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
  if (!url) throw new UsageError(`Where is the API? There is no ${file}: give --url, or CENTAVO_URL.`);
  if (!URL.canParse(url)) throw new UsageError(`"${url}" is no URL.`);
  // Several tokens may be live; any of them will do.
  const given = general.token || env.OPERATOR_TOKEN?.split(',')[0].trim();
  if (given) return { url, token: given };

  const advice = 'set OPERATOR_TOKEN, or give --token.';
  if (!kept.operator_token) throw new UsageError(`Who calls? There is no ${file}: ${advice}`);
  // A token is told to nobody but the platform that it is of.
  if (!isSamePlace(url, kept.base_url)) {
    throw new UsageError(`Who calls? The token in ${file} is for ${kept.base_url}, not for ${url}: ${advice}`);
  }
  return { url, token: kept.operator_token };
}

const isSamePlace = (one, other) => URL.canParse(other) && placeOf(one) === placeOf(other);

/** The names of this machine are one. */
function placeOf(url) {
  const { protocol, hostname, port } = new URL(url);
  return [protocol, ['127.0.0.1', '[::1]'].includes(hostname) ? 'localhost' : hostname, port].join(' ');
}

async function readCredentials(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return {};
  }
}
