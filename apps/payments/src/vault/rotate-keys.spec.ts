import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUS_MIGRATIONS } from '@centavo/messaging';
import type { CardToken } from '@centavo/contracts';
import type { PostgresDatabase } from '@centavo/persistence';
import { schemasOf, VAULT_ROLE } from '@centavo/service';
import {
  eventually,
  silentLogger,
  startTestDatabase,
  TestClock,
  testSettings,
  type TestDatabase,
} from '@centavo/testing';
import { paymentsService } from '../payments.service.js';
import { cardCommand, vaultOn } from '../testing/vault-fixture.js';
import { JwkSetKeyProvider } from './keys/jwk-set-key-provider.js';
import { KEY_FILE_MAX_AGE_MS, KeyFile } from './keys/key-file.js';
import { keySourceOf } from './keys/key-source.js';
import { KeysBusyError } from './one-at-a-time.js';
import { countByKey } from './rewrap-cards.js';
import { KeysTooNewError, retireKeys } from './retire-keys.js';
import { finishRotation, rotateKeys } from './rotate-keys.js';
import { VaultKeys } from './vault-keys.js';
import type { Vault } from './vault.js';

interface Instance {
  readonly vault: Vault;
  readonly keys: JwkSetKeyProvider;
}

/** More than one batch. */
const CARDS = 1_200;
const FIRST_NUMBER = 4_242_420_000_000_000;

describe('Rotating the vault’s keys', () => {
  let testDatabase: TestDatabase;
  let database: PostgresDatabase;
  let folder: string;
  let file: KeyFile;
  const tokens = new Map<string, string>();
  beforeAll(async () => {
    testDatabase = await startTestDatabase(schemasOf([paymentsService]), { shared: BUS_MIGRATIONS });
    database = await testDatabase.database(VAULT_ROLE);
    folder = await mkdtemp(join(tmpdir(), 'rotate-keys-'));
    file = new KeyFile(join(folder, 'vault.json'));
    await file.ensure();
    const { vault, keys } = await instance();
    await tokenize(
      vault,
      keys,
      Array.from({ length: CARDS }, (_, index) => String(FIRST_NUMBER + index)),
    );
  });
  afterAll(async () => {
    await testDatabase.close();
    await rm(folder, { recursive: true });
  });

  /** An instance of payments: it reads the file by itself. */
  async function instance(): Promise<Instance> {
    const settings = testSettings({ VAULT_KEYS: '', VAULT_KEYS_FILE: file.path });
    const keys = new JwkSetKeyProvider(await keySourceOf(settings, database, silentLogger));
    await new VaultKeys(database, keys).verifyAndNote();
    return { vault: vaultOn(database, testSettings(), new TestClock(), keys), keys };
  }

  async function tokenize(vault: Vault, keys: JwkSetKeyProvider, numbers: readonly string[]): Promise<void> {
    const commands = await Promise.all(numbers.map((number) => cardCommand(keys, { number })));
    const answers = (await vault.tokenize(commands)) as { data: CardToken }[];
    answers.forEach(({ data }, index) => tokens.set(data.token, numbers[index]!));
  }

  async function expectAllReadable(vault: Vault): Promise<void> {
    const found = await Promise.all(
      [...tokens].map(async ([token, number]) => (await vault.reveal(token, 'test')).number === number),
    );
    expect(found.every(Boolean)).toBe(true);
  }

  /** Tokenizes and charges on two instances in turn, each of which sees the other's cards, until `signal`. */
  async function traffic(instances: readonly Instance[], signal: AbortSignal): Promise<number> {
    let [round, next] = [0, FIRST_NUMBER + CARDS + tokens.size];
    while (!signal.aborted) {
      const [one, other] = round % 2 === 0 ? instances : instances.toReversed();
      await tokenize(one!.vault, one!.keys, [String((next += 1)), String((next += 1))]);
      const some = [...tokens].slice(-2).concat([...tokens].filter((_, index) => (index + round) % 200 === 0));
      const cards = await Promise.all(some.map(([token]) => other!.vault.reveal(token, 'test')));
      expect(cards.map(({ number }) => number)).toEqual(some.map(([, number]) => number));
      round += 1;
    }
    return round;
  }

  it('leaves no card under the earlier key, and at no moment one that cannot be read, with several instances', async () => {
    const first = await instance();
    const startedAtMs = performance.now();
    await eventually(() => performance.now() - startedAtMs > KEY_FILE_MAX_AGE_MS / 2);
    const instances = [first, await instance()];
    const before = await first.keys.wrappingKid();
    const rotating = new AbortController();
    const rounds = traffic(instances, rotating.signal);
    const { count, unreadable } = await rotateKeys(database, file).finally(() => rotating.abort());
    expect(await rounds).toBeGreaterThan(10);
    expect(unreadable).toEqual([]);
    expect(count).toBeGreaterThanOrEqual(CARDS);
    const after = await first.keys.wrappingKid();
    expect(after).not.toBe(before);
    expect(await countByKey(database)).toEqual(new Map([[after, tokens.size]]));
    await expectAllReadable(instances[1]!.vault);
  });

  it('does not leave behind an instance that had nothing to do all the while', async () => {
    const idle = await instance();
    await tokenize(idle.vault, idle.keys, [String(FIRST_NUMBER + 900_000)]);
    await rotateKeys(database, file);
    await retireKeys(database, file, { atOnce: true });
    expect((await idle.keys.publicKey()).kid).toBe((await file.read()).current('ECDH-ES+A256KW').kid);
    await tokenize(idle.vault, idle.keys, [String(FIRST_NUMBER + 900_001)]);
    await expectAllReadable(idle.vault);
  });

  it('keeps the earlier keys for a day unless it is told not to', async () => {
    await rotateKeys(database, file);
    await expect(retireKeys(database, file)).rejects.toThrow(KeysTooNewError);
    await database.query(`UPDATE keys SET created_at = now() - interval '25 hours'`);
    expect((await retireKeys(database, file)).kids).toHaveLength(2);
  });

  it('is one command at a time', async () => {
    // So that each of them has something to do, which takes longer than the others take to come.
    await file.replace((await file.read()).withNext().promoted());
    const commands = [
      rotateKeys(database, file),
      retireKeys(database, file, { atOnce: true }),
      finishRotation(database, file),
    ];
    const outcomes = await Promise.allSettled(commands);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refusals = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason as unknown);
    for (const reason of refusals) expect(reason).toBeInstanceOf(KeysBusyError);
    await expectAllReadable((await instance()).vault);
  });

  it('goes on where it was stopped, past a card that something has changed', async () => {
    await file.replace((await file.read()).withNext().promoted());
    const [card] = await database.query<{ id: string; data_key: Buffer }>('SELECT id, data_key FROM cards LIMIT 1');
    const { id, data_key } = card!;
    await database.query(`UPDATE cards SET data_key = '\\x00' WHERE id = $1`, [id]);
    expect(await finishRotation(database, file)).toEqual({ count: tokens.size - 1, unreadable: [id] });
    await database.query('UPDATE cards SET data_key = $2 WHERE id = $1', [id, data_key]);
    expect(await finishRotation(database, file)).toEqual({ count: 1, unreadable: [] });
    await expectAllReadable((await instance()).vault);
  });

  it('takes an earlier key away only when no card needs it, and forgets what was encrypted to it', async () => {
    await retireKeys(database, file, { atOnce: true });
    const needed = (await file.read()).current('A256KW').kid;
    await file.replace((await file.read()).withNext().promoted());
    expect((await retireKeys(database, file, { atOnce: true })).kept).toEqual(new Map([[needed, tokens.size]]));
    await finishRotation(database, file);
    expect((await retireKeys(database, file, { atOnce: true })).kids).toContain(needed);
    expect((await file.read()).earlierKids).toEqual([]);
    expect((await retireKeys(database, file, { atOnce: true })).kids).toEqual([]);
    expect(await database.query('SELECT FROM envelopes')).toEqual([]);
    await expectAllReadable((await instance()).vault);
  });
});
