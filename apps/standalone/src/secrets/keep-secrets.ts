import { readFile } from 'node:fs/promises';
import { SettingsError } from '@centavo/runtime';
import { DEPLOYMENT_SECRETS, type DeploymentSecret } from './deployment-secrets.js';
import { putSecretFile } from './put-secret-file.js';

/** What became of a secret: never what it is. */
export interface KeptSecret {
  readonly name: string;
  readonly outcome: 'as before' | 'made' | 'taken from its variable' | 'elsewhere';
}

/**
 * Sees to it that every secret lies in its file, so that only files have to be handed to the services. A variable that is given is
 * written down; what is in no variable and no file yet is made, at random, if it may be.
 * @param env `NAME` a secret that is given, `NAME_FILE` where it belongs; without the latter it is no business of ours
 * @param mayMake whether missing ones are made
 * @throws SettingsError that names each secret that is missing or cannot be used, and what to do. Then nothing was written.
 */
export async function keepSecrets(env: NodeJS.ProcessEnv, mayMake: boolean): Promise<KeptSecret[]> {
  const plans = await Promise.all(DEPLOYMENT_SECRETS.map((secret) => plan(secret, env, mayMake)));
  const problems = plans.flatMap(({ problem }) => problem ?? []);
  if (problems.length > 0) throw new SettingsError(problems.join('\n'));
  const kept: KeptSecret[] = [];
  for (const one of plans) kept.push({ name: one.secret.name, outcome: await carryOut(one) });
  return kept;
}

/** Of two who make the same secret at once the first one's counts: it may have been read before the second comes. */
async function carryOut({ secret, path, value, outcome }: Plan): Promise<KeptSecret['outcome']> {
  if (!path || !value) return outcome;
  const isFirst = outcome === 'made';
  return (await putSecretFile(path, value, { ...secret, isFirst })) ? outcome : 'as before';
}

/**
 * Puts one secret in its file, in the place of what is there.
 * @throws SettingsError when it is unknown, has no file here, or the value cannot be used
 */
export async function replaceSecret(env: NodeJS.ProcessEnv, name: string, value: string): Promise<void> {
  const secret = DEPLOYMENT_SECRETS.find((one) => one.name === name);
  const path = env[`${name}_FILE`];
  if (!secret || !path) {
    throw new SettingsError(
      `There is no secret ${name}: it is one of ${DEPLOYMENT_SECRETS.map((one) => one.name).join(', ')}.`,
    );
  }
  const problem = value ? problemOf(secret, value) : `${name} cannot be empty. It stays as it is.`;
  if (problem) throw new SettingsError(problem);
  await putSecretFile(path, value, secret);
}

interface Plan {
  readonly secret: DeploymentSecret;
  readonly outcome: KeptSecret['outcome'];
  readonly path?: string;
  /** What is to be written. */
  readonly value?: string;
  readonly problem?: string | undefined;
}

/** Nobody but its operator knows what it was, and whether anything depends on that. */
const PUT_BACK = 'put it back with `secrets put`, or remove the file.';

async function plan(secret: DeploymentSecret, env: NodeJS.ProcessEnv, mayMake: boolean): Promise<Plan> {
  const { name, generate, isKept = false } = secret;
  const path = env[`${name}_FILE`];
  if (!path) return { secret, outcome: 'elsewhere' };
  const given = env[name]?.trim();
  const present = await contentOf(path);
  if (present === '') return { secret, outcome: 'as before', problem: `${name} is empty, in ${path}: ${PUT_BACK}` };
  if (present !== undefined && (!given || isKept || given === present)) return { secret, outcome: 'as before' };
  if (given)
    return { secret, outcome: 'taken from its variable', path, value: given, problem: problemOf(secret, given) };
  const problem = mayMake
    ? undefined
    : `${name} is missing: give it, or have it made (\`docker compose run --rm secrets make\`).`;
  return { secret, outcome: 'made', path, value: generate(), problem };
}

function problemOf({ name, check }: DeploymentSecret, value: string): string | undefined {
  try {
    check(value);
    return undefined;
  } catch (error) {
    const { message } = error as Error;
    return message.startsWith(name) ? message : `${name} cannot be used. ${message}`;
  }
}

async function contentOf(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
