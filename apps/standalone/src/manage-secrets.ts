import { PostgresDatabase } from '@centavo/persistence';
import {
  operatorCommand,
  parseSettings,
  PinoLogger,
  secretsKeyIds,
  SettingsError,
  type Settings,
} from '@centavo/runtime';
import { reportSecrets, rewrapSecrets, type SecretsLine, type ServiceDefinition } from '@centavo/service';
import { SERVICES } from './services.js';

const USAGE = `${operatorCommand('secrets')} <command>
  status   what is kept under which key of SECRETS_KEY, and whether the earlier ones are still needed
  rewrap   puts what is sealed under the first key, while everything runs; stopped in the middle, run it again
`;

type Command = (settings: Settings) => Promise<string>;

const COMMANDS: Readonly<Record<string, Command>> = {
  status: async (settings) => {
    const lines = await ofEachService(settings, (database, service) =>
      reportSecrets(database, service, settings.secretsKeys),
    );
    return [...lines.map(describe), verdict(lines, secretsKeyIds(settings.secretsKeys))].join('\n');
  },
  rewrap: async (settings) => {
    const kinds = await ofEachService(settings, (database, service) =>
      rewrapSecrets(database, service, settings.secretsKeys),
    );
    return kinds.map(({ name, what, count }) => `${name}: ${what}: ${count} sealed anew`).join('\n');
  },
};

/** One service after the other, each seen by its own role. */
async function ofEachService<Line extends object>(
  settings: Settings,
  work: (database: PostgresDatabase, service: ServiceDefinition) => Promise<readonly Line[]>,
): Promise<(Line & { readonly name: string })[]> {
  const lines: (Line & { readonly name: string })[] = [];
  for (const service of SERVICES) {
    const database = await PostgresDatabase.connect({
      url: settings.databaseUrl,
      role: service.name,
      password: settings.databasePassword,
      poolSize: 1,
      logger: PinoLogger.create(settings.logLevel),
    });
    try {
      for (const line of await work(database, service)) lines.push({ ...line, name: service.name });
    } finally {
      await database.close();
    }
  }
  return lines;
}

function describe({
  name,
  what,
  current,
  earlier,
  unreadable,
  remedy,
}: SecretsLine & { readonly name: string }): string {
  const counts = [
    `${current} need the first key alone`,
    ...(earlier > 0 ? [`${earlier} need an earlier one (${remedy})`] : []),
    ...(unreadable > 0 ? [`${unreadable} are under none of them`] : []),
  ];
  return `${name}: ${what}: ${counts.join(', ')}`;
}

function verdict(lines: readonly SecretsLine[], [first, ...others]: readonly string[]): string {
  if (others.length === 0) return `There is one key, ${first}.`;
  const names = others.join(', ');
  const isNeeded = lines.some(({ earlier }) => earlier > 0);
  return isNeeded
    ? `The first key is ${first}. Still needed: ${names}.`
    : `The first key is ${first}. Nothing needs ${names} any more: leave it out of SECRETS_KEY.`;
}

/** `npm run secrets`: the keys of SECRETS_KEY, in the hands of whoever may read them. */
async function run([name = '', ...rest]: readonly string[]): Promise<string> {
  if (name === '--help') return USAGE;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command || rest.length > 0) throw new SettingsError(USAGE);
  return command(parseSettings(process.env));
}

try {
  process.stdout.write(`${await run(process.argv.slice(2))}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
