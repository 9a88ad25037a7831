import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
  try {
    const value = GENERATED[name]!();
    // Exclusive: of two processes that start together one writes and both read the same.
    await writeFile(path, value, { mode: 0o600, flag: 'wx' });
    return value;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return (await readFile(path, 'utf8')).trim();
  }
}
