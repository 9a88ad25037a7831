import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a first user needs to call the API; kept in `<dataDir>/credentials.json`, readable by the owner alone. */
export interface Credentials {
  readonly base_url: string;
  readonly operator_token: string;
  readonly merchant: {
    readonly id: string;
    readonly wallet_id: string;
    readonly public_key: string;
    readonly secret_key: string;
  } | null;
}

const pathIn = (dataDir: string): string => join(dataDir, 'credentials.json');

/** The credentials kept by an earlier start, or undefined. */
export async function readCredentials(dataDir: string): Promise<Credentials | undefined> {
  try {
    return JSON.parse(await readFile(pathIn(dataDir), 'utf8')) as Credentials;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Replaces the kept credentials as a whole: a crash leaves the old file or the new one, never half of one. */
export async function keepCredentials(dataDir: string, credentials: Credentials): Promise<void> {
  const draft = `${pathIn(dataDir)}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, pathIn(dataDir));
}
