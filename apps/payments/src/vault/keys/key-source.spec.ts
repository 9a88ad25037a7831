import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sql } from '@centavo/persistence';
import { SettingsError } from '@centavo/runtime';
import { eventually, silentLogger, testSettings } from '@centavo/testing';
import { KeyFile } from './key-file.js';
import { KeySet } from './key-set.domain.js';
import { keySourceOf } from './key-source.js';

/** A vault without cards: it depends on no keys. */
const noVault: Sql = { query: async () => [] };

const refuse = (): Promise<void> => Promise.reject(new Error('other keys'));

const PRODUCTION = {
  ENVIRONMENT: 'production',
  OPERATOR_TOKEN: 'token',
  SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
  VAULT_KEYS: '',
};

describe('The vault’s keys', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'vault-keys-'))));
  afterEach(() => rm(folder, { recursive: true }));

  it('come from the environment', async () => {
    const set = KeySet.generate();
    const source = await keySourceOf(testSettings({ VAULT_KEYS: set.export() }), noVault, silentLogger);
    expect((await source()).export()).toBe(set.export());
  });

  it('are made by the first start of a sandbox, for its owner alone', async () => {
    const settings = testSettings({ VAULT_KEYS: '', DATA_DIR: folder });
    const sources = await Promise.all([
      keySourceOf(settings, noVault, silentLogger),
      keySourceOf(settings, noVault, silentLogger),
    ]);
    const [one, other] = await Promise.all(sources.map((source) => source()));
    expect(one!.export()).toBe(other!.export());
    const path = join(folder, 'keys', 'vault.json');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readFile(path, 'utf8')).toBe(one!.export());
  });

  it('are replaced while they are in use', async () => {
    const file = new KeyFile(join(folder, 'vault.json'));
    await file.ensure();
    const before = await file.read();
    await new KeyFile(file.path).replace(before.withNext().promoted());
    await eventually(async () => (await file.read()).current('A256KW').kid !== before.current('A256KW').kid);
    expect((await stat(file.path)).mode & 0o777).toBe(0o600);
  });

  describe.each<[string, (file: KeyFile) => Promise<unknown>]>([
    ['is broken', (file) => writeFile(file.path, '{"keys": [')],
    ['is gone', (file) => rm(file.path)],
    ['has the keys of another vault', (file) => writeFile(file.path, KeySet.generate().export())],
  ])('when their file %s while they are in use', (_, spoil) => {
    it('stay as they were, and somebody hears of it once', async () => {
      const problems: string[] = [];
      const file = new KeyFile(join(folder, 'vault.json'), {
        accept: refuse,
        onProblem: (problem) => problems.push(problem),
      });
      await file.ensure();
      const before = await file.read();
      await spoil(file);
      await eventually(async () => (await file.read()) && problems.length > 0);
      expect((await file.read()).export()).toBe(before.export());
      expect(problems).toHaveLength(1);
    });
  });

  it('are taken from a folder that nobody may write to', async () => {
    const path = join(folder, 'vault.json');
    await writeFile(path, KeySet.generate().export(), { mode: 0o400 });
    await chmod(folder, 0o500);
    await expect(new KeyFile(path).ensure()).resolves.toBeUndefined();
    await chmod(folder, 0o700);
  });

  it('stay with whom they belong to when they are replaced', async () => {
    const file = new KeyFile(join(folder, 'vault.json'));
    await file.ensure();
    await chmod(file.path, 0o640);
    await file.replace((await file.read()).withNext());
    expect((await stat(file.path)).mode & 0o777).toBe(0o640);
  });

  it.each([
    ['nowhere', {}, 'VAULT_KEYS_FILE or VAULT_KEYS must be set'],
    ['in a file that is not there', { VAULT_KEYS_FILE: '/nowhere/vault.json' }, 'ENOENT'],
    ['no keys', { VAULT_KEYS: 'hunter2' }, 'no JWK Set'],
  ])('are not made in production, but asked for when they are %s', async (_, env, sentence) => {
    const starting = keySourceOf(testSettings({ ...PRODUCTION, ...env }), noVault, silentLogger);
    await expect(starting).rejects.toThrow(SettingsError);
    await expect(starting).rejects.toThrow(sentence);
    await expect(starting).rejects.not.toThrow('hunter2');
  });

  it('are refused with where they are when the file is broken', async () => {
    const path = join(folder, 'vault.json');
    await writeFile(path, '{"keys": [');
    await chmod(path, 0o600);
    await expect(
      keySourceOf(testSettings({ ...PRODUCTION, VAULT_KEYS_FILE: path }), noVault, silentLogger),
    ).rejects.toThrow(path);
  });
});
