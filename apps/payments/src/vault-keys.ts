import { PostgresDatabase, type Database } from '@centavo/persistence';
import { loadSettings, PinoLogger, SettingsError, type Settings } from '@centavo/runtime';
import { VAULT_ROLE } from '@centavo/service';
import { KeyFile } from './vault/keys/key-file.js';
import { KeySet } from './vault/keys/key-set.domain.js';
import { countByKey } from './vault/rewrap-cards.js';
import { finishRotation, retireKeys, rotateKeys } from './vault/rotate-keys.js';

const USAGE = `npm run vault -- <command>
  generate   prints a new key set, for VAULT_KEYS or a file
  status     which keys there are, and how many cards are under each
  rotate     new keys, and every card's data key wrapped by the new one, while everything runs
  rewrap     goes on with a rotation that was stopped in the middle
  retire     takes the earlier keys away; a day or more after rotate
`;

type Command = (database: Database, file: KeyFile) => Promise<string>;

const COMMANDS: Readonly<Record<string, Command>> = {
  status: async (database, file) => {
    const [keys, cards] = [await file.read(), await countByKey(database)];
    const current = keys.current('A256KW').kid;
    const rows = [...new Set([current, ...cards.keys()])].map((kid) => `${kid}  ${cards.get(kid) ?? 0} cards`);
    return `Cards are encrypted to ${keys.current('ECDH-ES+A256KW').kid} and kept under ${current}.\n${rows.join('\n')}`;
  },
  rotate: async (database, file) =>
    `There are new keys; ${await rotateKeys(database, file)} cards were wrapped anew. Retire the earlier keys in a day or more.`,
  rewrap: async (database, file) => `${await finishRotation(database, file)} cards were wrapped anew.`,
  retire: async (database, file) => {
    const { kids, kept } = await retireKeys(database, file);
    const needed = [...kept].map(([kid, cards]) => `${kid} is still needed by ${cards} cards: run rewrap first.`);
    return [`${kids.length} keys were taken away.`, ...needed].join('\n');
  },
};

/** `npm run vault`: the card vault's keys, in the hands of whoever may read them. */
async function run(name: string | undefined): Promise<string> {
  if (name === 'generate') return KeySet.generate().export().trimEnd();
  const command = COMMANDS[name ?? ''];
  if (!command) throw new SettingsError(USAGE);
  const settings = loadSettings(process.env);
  const file = new KeyFile(keyFileOf(settings));
  const database = await PostgresDatabase.connect({
    url: settings.databaseUrl,
    role: VAULT_ROLE,
    password: settings.vaultDatabasePassword,
    poolSize: 2,
    logger: PinoLogger.create(settings.logLevel),
  });
  try {
    return await command(database, file);
  } finally {
    await database.close();
  }
}

function keyFileOf({ vaultKeys, vaultKeysFile }: Settings): string {
  if (vaultKeys === undefined && vaultKeysFile !== undefined) return vaultKeysFile;
  throw new SettingsError(
    'Only keys in a file can be managed here: set VAULT_KEYS_FILE. Keys in VAULT_KEYS are changed where they are set: ' +
      'put the new ones behind the old, start every instance anew, put them in front, start anew, then run rewrap with the set in a file.',
  );
}

try {
  process.stdout.write(`${await run(process.argv[2])}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
