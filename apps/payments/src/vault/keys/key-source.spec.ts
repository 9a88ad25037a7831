import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SettingsError } from '@centavo/runtime';
import { eventually, testSettings } from '@centavo/testing';
import { KeyFile } from './key-file.js';
import { KeySet } from './key-set.domain.js';
import { keySourceOf } from './key-source.js';

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
    const source = await keySourceOf(testSettings({ VAULT_KEYS: set.export() }));
    expect((await source()).export()).toBe(set.export());
  });

  it('are made by the first start of a sandbox, for its owner alone', async () => {
    const settings = testSettings({ VAULT_KEYS: '', DATA_DIR: folder });
    const sources = await Promise.all([keySourceOf(settings), keySourceOf(settings)]);
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
    await new KeyFile(file.path).replace(before.rotated());
    await eventually(async () => (await file.read()).current('A256KW').kid !== before.current('A256KW').kid);
    expect((await stat(file.path)).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['nowhere', {}, 'VAULT_KEYS_FILE or VAULT_KEYS must be set'],
    ['in a file that is not there', { VAULT_KEYS_FILE: '/nowhere/vault.json' }, 'ENOENT'],
    ['no keys', { VAULT_KEYS: 'hunter2' }, 'no JWK Set'],
  ])('are not made in production, but asked for when they are %s', async (_, env, sentence) => {
    const starting = keySourceOf(testSettings({ ...PRODUCTION, ...env }));
    await expect(starting).rejects.toThrow(SettingsError);
    await expect(starting).rejects.toThrow(sentence);
    await expect(starting).rejects.not.toThrow('hunter2');
  });

  it('are refused with where they are when the file is broken', async () => {
    const path = join(folder, 'vault.json');
    await writeFile(path, '{"keys": [');
    await chmod(path, 0o600);
    await expect(keySourceOf(testSettings({ ...PRODUCTION, VAULT_KEYS_FILE: path }))).rejects.toThrow(path);
  });
});
