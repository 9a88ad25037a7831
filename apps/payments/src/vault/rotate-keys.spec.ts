import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUS_MIGRATIONS } from '@centavo/messaging';
import type { CardToken } from '@centavo/contracts';
import type { PostgresDatabase } from '@centavo/persistence';
import { schemasOf, VAULT_ROLE } from '@centavo/service';
import { startTestDatabase, TestClock, testSettings, type TestDatabase } from '@centavo/testing';
import { paymentsService } from '../payments.service.js';
import { cardCommand, vaultOn } from '../testing/vault-fixture.js';
import { JwkSetKeyProvider } from './keys/jwk-set-key-provider.js';
import { KeyFile } from './keys/key-file.js';
import { countByKey } from './rewrap-cards.js';
import { finishRotation, retireKeys, rotateKeys } from './rotate-keys.js';
import { VaultKeys } from './vault-keys.js';
import type { Vault } from './vault.js';

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
  async function instance() {
    const own = new KeyFile(file.path);
    const keys = new JwkSetKeyProvider(() => own.read());
    await new VaultKeys(database, keys).onModuleInit();
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

  it('leaves no card under the earlier key, and none that cannot be read, while cards come and are charged', async () => {
    const { vault, keys } = await instance();
    const before = await keys.wrappingKid();
    const rotating = new AbortController();
    let revealed = 0;
    let next = FIRST_NUMBER + CARDS;
    const traffic = (async () => {
      while (!rotating.signal.aborted) {
        const some = [...tokens].filter((_, index) => (index + revealed) % 40 === 0);
        const cards = await Promise.all(some.map(([token]) => vault.reveal(token, 'test')));
        expect(cards.map(({ number }) => number)).toEqual(some.map(([, number]) => number));
        revealed += 1 + cards.length;
        await tokenize(vault, keys, [String((next += 1)), String((next += 1))]);
      }
    })();
    const rewrapped = await rotateKeys(database, file).finally(() => rotating.abort());
    await traffic;
    expect(rewrapped).toBeGreaterThanOrEqual(CARDS);
    const after = await keys.wrappingKid();
    expect(after).not.toBe(before);
    expect(await countByKey(database)).toEqual(new Map([[after, tokens.size]]));
    await expectAllReadable(vault);
  });

  it('goes on where it was stopped, and two at once do it once', async () => {
    const { vault } = await instance();
    await file.replace((await file.read()).rotated());
    const counts = await Promise.all([finishRotation(database, file), finishRotation(database, file)]);
    expect(counts[0] + counts[1]).toBe(tokens.size);
    expect((await countByKey(database)).size).toBe(1);
    await expectAllReadable(vault);
  });

  it('takes an earlier key away only when no card needs it', async () => {
    const needed = (await file.read()).current('A256KW').kid;
    await file.replace((await file.read()).rotated());
    expect((await retireKeys(database, file)).kept).toEqual(new Map([[needed, tokens.size]]));
    await finishRotation(database, file);
    expect((await retireKeys(database, file)).kids).toContain(needed);
    expect((await file.read()).earlierKids).toEqual([]);
    expect((await retireKeys(database, file)).kids).toEqual([]);
    await expectAllReadable((await instance()).vault);
  });
});
