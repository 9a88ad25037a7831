import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from '@centavo/runtime';
import { KeySet } from '../../../payments/src/vault/keys/key-set.domain.js';
import { DEPLOYMENT_SECRETS } from './deployment-secrets.js';
import { keepSecrets, replaceSecret } from './keep-secrets.js';

describe('The secrets of a deployment', () => {
  let folder: string;
  let files: Record<string, string>;
  const contents = async (): Promise<Record<string, string>> => {
    const names = await readdir(folder);
    return Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
    );
  };
  const read = () => Promise.all(Object.values(files).map((path) => readFile(path, 'utf8')));
  const outcomeOf = async (name: string, env: NodeJS.ProcessEnv): Promise<string | undefined> =>
    (await keepSecrets({ ...files, ...env }, true)).find((secret) => secret.name === name)?.outcome;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'centavo-secrets-'));
    files = Object.fromEntries(DEPLOYMENT_SECRETS.map(({ name }) => [`${name}_FILE`, join(folder, name)]));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('are made once, all of them, and production takes them', async () => {
    await keepSecrets(files, true);
    const made = await contents();

    expect((await keepSecrets(files, true)).map(({ outcome }) => outcome)).toEqual(Array(6).fill('as before'));
    expect(await contents()).toEqual(made);
    expect(loadSettings({ ...files, ENVIRONMENT: 'production' }).operatorTokens).toEqual([
      made['OPERATOR_TOKEN']!.trim(),
    ]);
    expect(() => KeySet.parse(made['VAULT_KEYS']!)).not.toThrow();
  });

  it('are the same to everybody when they are made by several at once', async () => {
    const seen = await Promise.all(Array.from({ length: 8 }, () => keepSecrets(files, true).then(read)));

    expect(new Set(seen.map(String))).toEqual(new Set([String(await read())]));
    expect((await readdir(folder)).toSorted()).toEqual(DEPLOYMENT_SECRETS.map(({ name }) => name).toSorted());
  });

  it('are for their owner alone, but for the password that PostgreSQL must read', async () => {
    await keepSecrets(files, true);

    const modes = await Promise.all(
      DEPLOYMENT_SECRETS.map(async ({ name }) => [name, (await stat(join(folder, name))).mode & 0o777] as const),
    );
    for (const [name, mode] of modes)
      expect([name, mode]).toEqual([name, name === 'DATABASE_ADMIN_PASSWORD' ? 0o440 : 0o400]);
  });

  it('are not made up where that is not wanted, and nothing is written then', async () => {
    const OPERATOR_TOKEN = 'mine';

    await expect(keepSecrets({ ...files, OPERATOR_TOKEN }, false)).rejects.toThrow(
      /^DATABASE_ADMIN_PASSWORD is missing/,
    );
    expect(await readdir(folder)).toEqual([]);
  });

  it('follow their variable', async () => {
    await keepSecrets(files, true);

    expect(await outcomeOf('OPERATOR_TOKEN', { OPERATOR_TOKEN: 'mine' })).toBe('taken from its variable');
    expect(await contents()).toMatchObject({ OPERATOR_TOKEN: 'mine\n' });
  });

  it('do not follow it back to before the vault’s keys were rotated', async () => {
    await keepSecrets(files, true);
    const rotated = KeySet.generate().export();
    await rm(files['VAULT_KEYS_FILE']!);
    await writeFile(files['VAULT_KEYS_FILE']!, rotated);

    expect(await outcomeOf('VAULT_KEYS', { VAULT_KEYS: KeySet.generate().export() })).toBe('as before');
    expect((await contents())['VAULT_KEYS']).toBe(rotated);
  });

  it('that lie elsewhere are left alone', async () => {
    delete files['VAULT_KEYS_FILE'];

    expect(await outcomeOf('VAULT_KEYS', {})).toBe('elsewhere');
    expect(await readdir(folder)).not.toContain('VAULT_KEYS');
  });

  it('are refused with a sentence that does not repeat them', async () => {
    const load = (): Promise<unknown> =>
      keepSecrets({ ...files, SECRETS_KEY: 'hunter2', DATABASE_PASSWORD: 'a b' }, true);

    await expect(load()).rejects.toThrow(/DATABASE_PASSWORD cannot be used[^]*\nSECRETS_KEY must be 32 bytes/);
    await expect(load()).rejects.not.toThrow(/hunter2/);
    await expect(replaceSecret(files, 'VAULT_KEYS', 'nonsense')).rejects.toThrow('VAULT_KEYS cannot be used.');
    await expect(replaceSecret(files, 'PORT', '1')).rejects.toThrow('There is no secret PORT');
  });

  it('are never empty: neither put so, nor taken for there when their file is', async () => {
    await keepSecrets(files, true);
    const before = await contents();
    for (const name of Object.keys(before)) {
      await expect(replaceSecret(files, name, '')).rejects.toThrow(`${name} cannot be empty.`);
    }
    expect(await contents()).toEqual(before);

    const path = files['SECRETS_KEY_FILE']!;
    await rm(path);
    await writeFile(path, '\n');
    await expect(keepSecrets(files, true)).rejects.toThrow(`SECRETS_KEY is empty, in ${path}: put it back`);
  });

  it('can be replaced one by one', async () => {
    await keepSecrets(files, true);
    await replaceSecret(files, 'OPERATOR_TOKEN', 'first,second');

    expect(await contents()).toMatchObject({ OPERATOR_TOKEN: 'first,second\n' });
  });
});
