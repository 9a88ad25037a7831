import { text } from 'node:stream/consumers';
import { parseSettings, SettingsError } from '@centavo/runtime';
import { keepSecrets, replaceSecret } from './secrets/keep-secrets.js';

const USAGE = `secrets [make | put NAME]
  secrets           writes down what is given by variables; in the sandbox it makes what is missing
  secrets make      makes what is missing in production too
  secrets put NAME  replaces one by what comes on standard input
`;

/** The step that puts a deployment's secrets where its services find them. It says which, never what they are. */
async function run([command, name, ...rest]: readonly string[]): Promise<string> {
  const { env } = process;
  if (command === 'put' && name && rest.length === 0) {
    await replaceSecret(env, name, (await text(process.stdin)).trim());
    return `${name} is replaced. Containers that were started before still go by the old one.`;
  }
  if (name !== undefined || (command !== undefined && command !== 'make')) throw new SettingsError(USAGE);
  const { isSandbox } = parseSettings({ ENVIRONMENT: env['ENVIRONMENT'] });
  const kept = await keepSecrets(env, isSandbox || command === 'make');
  return kept.map((secret) => `${secret.name}: ${secret.outcome}`).join('\n');
}

try {
  process.stdout.write(`${await run(process.argv.slice(2))}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
