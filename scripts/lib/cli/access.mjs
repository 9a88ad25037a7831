import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from './command-line.mjs';

/**
 * Where the API is and which operator calls it: as the command line says, else the environment, else what a running platform has left
 * in its folder.
 * @param {{url?: string, token?: string}} general
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{url: string, authorization: string}>}
 * @throws {UsageError}
 */
export async function findOperator(general, env) {
  const tokens = env.OPERATOR_TOKEN || (await readTokenFile(env.OPERATOR_TOKEN_FILE));
  // Several tokens may be live; any of them will do.
  const given = general.token || tokens?.split(',')[0].trim();
  const { url, secret } = await findAccess(general, env, {
    given,
    keptIn: ({ operator_token: token }) => token,
    what: 'The token',
    advice: 'set OPERATOR_TOKEN, or give --token.',
  });
  return { url, authorization: `Bearer ${secret}` };
}

/**
 * Where the API is and which merchant calls it, found in the same way.
 * @param {{url?: string}} general
 * @param {string | undefined} keys `public:secret`, as the command line has them
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{url: string, authorization: string}>}
 * @throws {UsageError}
 */
export async function findMerchant(general, keys, env) {
  const advice = 'set CENTAVO_KEYS to public:secret, or give --keys.';
  const { url, secret } = await findAccess(general, env, {
    given: keys || env.CENTAVO_KEYS,
    keptIn: ({ merchant }) => merchant && `${merchant.public_key}:${merchant.secret_key}`,
    what: 'The merchant',
    advice,
  });
  if (!/^[^:\s]+:[^:\s]+$/.test(secret)) throw new UsageError(`Who calls? These keys are no pair: ${advice}`);
  return { url, authorization: `Basic ${Buffer.from(secret).toString('base64')}` };
}

async function findAccess(general, env, { given, keptIn, what, advice }) {
  const file = join(env.DATA_DIR || '.centavo', 'credentials.json');
  const kept = await readCredentials(file);
  const url = general.url || env.CENTAVO_URL || kept.base_url;
  if (!url)
    throw new UsageError(
      `Where is the API? There is no ${file}, which \`npm start\` makes: give --url, or CENTAVO_URL.`,
    );
  if (!URL.canParse(url)) throw new UsageError(`"${url}" is no URL.`);
  if (given) return { url, secret: given };

  const secret = keptIn(kept);
  if (!secret) throw new UsageError(`Who calls? ${what} is not in ${file}: ${advice}`);
  // A secret is told to nobody but the platform that it is of.
  if (!isSamePlace(url, kept.base_url)) {
    throw new UsageError(`Who calls? ${what} in ${file} is for ${kept.base_url}, not for ${url}: ${advice}`);
  }
  return { url, secret };
}

const isSamePlace = (one, other) => URL.canParse(other) && placeOf(one) === placeOf(other);

/** The names of this machine are one. */
function placeOf(url) {
  const { protocol, port } = new URL(url);
  return [protocol, isThisMachine(url) ? 'localhost' : new URL(url).hostname, port].join(' ');
}

/** Whether a URL leads to the machine that asks. @param {string} url */
export const isThisMachine = (url) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);

async function readTokenFile(path) {
  if (!path) return undefined;
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new UsageError(`Who calls? OPERATOR_TOKEN_FILE cannot be read: ${error.message}.`);
  }
}

async function readCredentials(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return {};
  }
}
