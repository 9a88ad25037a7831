import { readFileSync } from 'node:fs';
import { SettingsError } from './settings-error.js';
import type { SettingRow } from './setting-row.js';
import { SETTINGS_TABLE } from './settings-table.js';

const ROWS: readonly SettingRow[] = Object.values(SETTINGS_TABLE);

/** Secrets that a file may hold: all but the one whose file is a setting by itself. */
const NAMES = ROWS.filter(({ env, secret }) => secret && !ROWS.some((row) => row.env === `${env}_FILE`)).map(
  ({ env }) => env,
);

/**
 * Replaces every `NAME_FILE` of a secret setting by `NAME` with the content of that file, without white space around it. A `NAME` that
 * is not empty wins: its file is not even read.
 * @returns a new environment
 * @throws SettingsError that names every file that cannot be read or is empty, and never what is in one
 */
export function withSecretFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const result = { ...env };
  const problems: string[] = [];
  for (const name of NAMES) {
    const path = env[`${name}_FILE`];
    delete result[`${name}_FILE`];
    if (!path || env[name]) continue;
    try {
      result[name] = read(path);
    } catch (error) {
      problems.push(`${name}_FILE cannot be used: ${(error as Error).message}.`);
    }
  }
  if (problems.length > 0) throw new SettingsError(problems.join('\n'));
  return result;
}

/** An empty file is a mistake: without the secret that it was to bring, a well-known default would hold. */
function read(path: string): string {
  const content = readFileSync(path, 'utf8').trim();
  if (content === '') throw new Error(`${path} is empty`);
  return content;
}
