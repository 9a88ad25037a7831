import { PostgresDatabase, type Database } from '@centavo/persistence';
import { operatorCommand, parseSettings, PinoLogger, SettingsError, type Settings } from '@centavo/runtime';
import { VAULT_ROLE } from '@centavo/service';
import { KeyFile } from './vault/keys/key-file.js';
import { KeySet } from './vault/keys/key-set.domain.js';
import { retireKeys } from './vault/retire-keys.js';
import { countByKey, type Rewrapped } from './vault/rewrap-cards.js';
import { finishRotation, rotateKeys } from './vault/rotate-keys.js';

const USAGE = `${operatorCommand('vault')} <command>
  generate   prints a new key set, for VAULT_KEYS or a file
  status     which keys there are, and how many cards are under each
  rotate     new keys, and every card's data key wrapped by the new one, while everything runs
  rewrap     goes on with a rotation that was stopped in the middle
  retire     takes the earlier keys away, not within a day of rotate unless --now
`;

type Command = (database: Database, file: KeyFile, options: { readonly now: boolean }) => Promise<string>;

const COMMANDS: Readonly<Record<string, Command>> = {
  status: async (database, file) => {
    const [keys, cards] = [await file.read(), await countByKey(database)];
    const current = keys.current('A256KW').kid;
    const rows = [...new Set([current, ...cards.keys()])].map((kid) => `${kid}  cards: ${cards.get(kid) ?? 0}`);
    return `Cards are encrypted to ${keys.current('ECDH-ES+A256KW').kid} and kept under ${current}.\n${rows.join('\n')}`;
  },
  rotate: async (database, file) =>
    `There are new keys. ${report(await rotateKeys(database, file))} Retire the earlier keys in a day or more.`,
  rewrap: async (database, file) => report(await finishRotation(database, file)),
  retire: async (database, file, { now }) => {
    const { kids, kept } = await retireKeys(database, file, { atOnce: now });
    const needed = [...kept].map(([kid, cards]) => `${kid} is still needed (cards: ${cards}): run rewrap first.`);
    return [`Keys taken away: ${kids.length}.`, ...needed].join('\n');
  },
};

/** @throws Error when there are cards that could not be done */
function report({ count, unreadable }: Rewrapped): string {
  const done = `Cards wrapped anew: ${count}.`;
  if (unreadable.length === 0) return done;
  throw new Error(`${done} Cards that cannot be read, so something has changed them: ${unreadable.join(', ')}.`);
}

/** `npm run vault`: the card vault's keys, in the hands of whoever may read them. */
async function run([name = '', ...options]: readonly string[]): Promise<string> {
  if (name === '--help') return USAGE;
  const now = name === 'retire' && options[0] === '--now';
  const isUnderstood = options.length === (now ? 1 : 0);
  if (name === 'generate' && isUnderstood) return KeySet.generate().export().trimEnd();
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command || !isUnderstood) throw new SettingsError(USAGE);
  const settings = parseSettings(process.env);
  const file = new KeyFile(keyFileOf(settings));
  const database = await PostgresDatabase.connect({
    url: settings.databaseUrl,
    role: VAULT_ROLE,
    password: settings.vaultDatabasePassword,
    poolSize: 2,
    logger: PinoLogger.create(settings.logLevel),
  });
  try {
    return await command(database, file, { now });
  } finally {
    await database.close();
  }
}

function keyFileOf({ vaultKeys, vaultKeysFile }: Settings): string {
  if (vaultKeys === undefined && vaultKeysFile !== undefined) return vaultKeysFile;
  throw new SettingsError(
    'Only keys in a file can be managed here: set VAULT_KEYS_FILE. docs/security.md says how keys in VAULT_KEYS are rotated.',
  );
}

try {
  process.stdout.write(`${await run(process.argv.slice(2))}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
