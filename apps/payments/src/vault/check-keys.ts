import type { Sql } from '@centavo/persistence';
import { operatorCommand, SettingsError } from '@centavo/runtime';
import { KeyError, type KeyProvider } from './keys/key-provider.port.js';
import { findKeyChecks, hasCards, type KeyCheck } from './keys.sql.js';

const FINGERPRINTED = 'centavo card vault';
const REMEDY = 'Start with the keys that the cards were kept with: see VAULT_KEYS_FILE and VAULT_KEYS.';

/** What only the right fingerprint key makes of a known text. */
export const fingerprintCheck = (keys: KeyProvider): Promise<Buffer> => keys.fingerprint(FINGERPRINTED);

/**
 * Whether keys are those that the vault's cards depend on.
 * @returns `kid`s of keys that are missing, and that no card needs any more
 * @throws SettingsError when one that is needed is missing or another one
 */
export async function checkKeys(sql: Sql, keys: KeyProvider): Promise<string[]> {
  return missingOf(await findKeyChecks(sql), sql, keys);
}

async function missingOf(checks: readonly KeyCheck[], sql: Sql, keys: KeyProvider): Promise<string[]> {
  const unneeded: string[] = [];
  for (const check of checks) if (!(await isThere(sql, keys, check))) unneeded.push(check.kid);
  return unneeded;
}

async function isThere(sql: Sql, keys: KeyProvider, { kid, algorithm, checkValue }: KeyCheck): Promise<boolean> {
  if (algorithm === 'HS256') {
    if ((await fingerprintCheck(keys)).equals(checkValue)) return true;
    throw new SettingsError(`The card vault has cards under another fingerprint key (HS256). ${REMEDY}`);
  }
  try {
    await keys.unwrap({ kid, wrapped: checkValue });
    return true;
  } catch (error) {
    if (!(error instanceof KeyError)) throw error;
    if (!(await hasCards(sql, kid))) return false;
    throw new SettingsError(
      `The card vault has cards under the key-encryption key ${kid}, and it cannot be used. ${error.message} ${REMEDY}`,
    );
  }
}

/**
 * Whether keys may take the place of others while everything runs: those that cards depend on are among them, and the current one has been
 * noted, so that cards can be kept under it.
 * @throws SettingsError
 */
export async function checkReplacement(sql: Sql, keys: KeyProvider): Promise<void> {
  const checks = await findKeyChecks(sql);
  await missingOf(checks, sql, keys);
  const current = await keys.wrappingKid();
  if (checks.some(({ kid }) => kid === current)) return;
  throw new SettingsError(
    `Its key-encryption key is new: keys are replaced by \`${operatorCommand('vault')} rotate\`, or at a start.`,
  );
}
