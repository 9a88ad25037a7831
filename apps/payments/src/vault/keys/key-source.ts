import { stat } from 'node:fs/promises';
import type { Sql } from '@centavo/persistence';
import { operatorCommand, SettingsError, type Logger, type Settings } from '@centavo/runtime';
import { checkReplacement } from '../check-keys.js';
import { JwkSetKeyProvider, type KeySource } from './jwk-set-key-provider.js';
import { KeyFile } from './key-file.js';
import { KeySet } from './key-set.domain.js';

const REMEDY = `Make keys with \`${operatorCommand('vault')} generate\`, and give them to every instance of payments.`;
const READABLE_BY_OTHERS = 0o077;

/**
 * Where the settings say that the vault's keys are: in VAULT_KEYS or in a file, which the first start of a sandbox makes.
 * @param vault the database, which knows which keys its cards depend on
 * @throws SettingsError when they are nowhere, or cannot be used
 */
export async function keySourceOf(settings: Settings, vault: Sql, logger: Logger): Promise<KeySource> {
  const { vaultKeys, vaultKeysFile, isSandbox } = settings;
  if (vaultKeys !== undefined) {
    const keys = await orRefusal('VAULT_KEYS', async () => KeySet.parse(vaultKeys));
    return () => Promise.resolve(keys);
  }
  if (vaultKeysFile === undefined) {
    throw new SettingsError(`VAULT_KEYS_FILE or VAULT_KEYS must be set when ENVIRONMENT is production. ${REMEDY}`);
  }
  const file = new KeyFile(vaultKeysFile, {
    accept: (keys) => checkReplacement(vault, new JwkSetKeyProvider(() => Promise.resolve(keys))),
    onProblem: (problem) => {
      logger.error(`The vault’s keys in ${vaultKeysFile} cannot be used; the ones from before still are. ${problem}`);
    },
  });
  await orRefusal(vaultKeysFile, async () => {
    if (isSandbox) await file.ensure();
    await file.read();
  });
  const { mode } = await stat(vaultKeysFile);
  if (mode & READABLE_BY_OTHERS) logger.warn(`Others than its owner can read the vault’s keys in ${vaultKeysFile}.`);
  return () => file.read();
}

async function orRefusal<Result>(where: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new SettingsError(`The vault’s keys in ${where} cannot be used. ${(error as Error).message} ${REMEDY}`);
  }
}
