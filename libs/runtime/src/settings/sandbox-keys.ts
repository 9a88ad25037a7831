import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { linkFirst, writeWhole } from '../whole-file.js';
import { withSecretFiles } from './secret-files.js';

const GENERATED: Record<string, () => string> = {
  SECRETS_KEY: () => randomBytes(32).toString('base64'),
  OPERATOR_TOKEN: () => `op_${randomBytes(24).toString('base64url')}`,
  DATABASE_PASSWORD: () => randomBytes(24).toString('base64url'),
  VAULT_DATABASE_PASSWORD: () => randomBytes(24).toString('base64url'),
};

/**
 * Completes a sandbox environment with the secrets it lacks. They are made once and kept in `<dataDir>/keys`, readable by the
 * owner alone, so that data encrypted yesterday can be read today.
 * @returns a new environment, with secrets that were given as files in it; in production nothing is made up
 * @throws SettingsError when such a file cannot be used
 */
export async function withSandboxKeys(given: NodeJS.ProcessEnv, dataDir: string): Promise<NodeJS.ProcessEnv> {
  const env = withSecretFiles(given);
  if (env.ENVIRONMENT === 'production') return env;
  const directory = join(dataDir, 'keys');
  // Only the keys are the owner's alone: PostgreSQL, which may run as another user, has its own folder beside them.
  await mkdir(dataDir, { recursive: true });
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const missing = Object.keys(GENERATED).filter((name) => !env[name]);
  const kept = await Promise.all(missing.map(async (name) => [name, await keep(directory, name)] as const));
  return { ...env, ...Object.fromEntries(kept) };
}

async function keep(directory: string, name: string): Promise<string> {
  const path = join(directory, name.toLowerCase());
  if (!existsSync(path)) {
    // Of processes that start together the first one's counts, and none reads a part of it.
    await writeWhole(path, GENERATED[name]!(), async (written) => void (await linkFirst(written, path)));
  }
  return (await readFile(path, 'utf8')).trim();
}
