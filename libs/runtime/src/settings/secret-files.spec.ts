import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withSandboxKeys } from './sandbox-keys.js';
import { SettingsError } from './settings-error.js';
import { loadSettings } from './settings.js';

describe('Secrets that are given as files', () => {
  let folder: string;
  const fileWith = async (content: string): Promise<string> => {
    const path = join(folder, 'secret');
    await writeFile(path, content);
    return path;
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'centavo-secrets-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('are read, without the line break at their end', async () => {
    const OPERATOR_TOKEN_FILE = await fileWith('one,two\n');

    expect(loadSettings({ OPERATOR_TOKEN_FILE }).operatorTokens).toEqual(['one', 'two']);
    expect(await withSandboxKeys({ OPERATOR_TOKEN_FILE }, folder)).toMatchObject({ OPERATOR_TOKEN: 'one,two' });
  });

  it('do not count beside the variable itself', async () => {
    const DATABASE_PASSWORD_FILE = join(folder, 'nowhere');

    expect(loadSettings({ DATABASE_PASSWORD_FILE, DATABASE_PASSWORD: 'given' }).databasePassword).toBe('given');
  });

  it('count beside an empty variable, and an empty file name does not', async () => {
    const DATABASE_PASSWORD_FILE = await fileWith('from the file');

    const settings = loadSettings({ DATABASE_PASSWORD_FILE, DATABASE_PASSWORD: '', OPERATOR_TOKEN_FILE: '' });
    expect(settings).toMatchObject({ databasePassword: 'from the file', operatorTokens: [] });
  });

  it('complete the administrator’s address', async () => {
    const settings = loadSettings({
      DATABASE_ADMIN_URL: 'postgresql://postgres@db:5432/centavo',
      DATABASE_ADMIN_PASSWORD_FILE: await fileWith('p@ss/word'),
    });

    expect(settings.databaseAdminUrl).toBe('postgresql://postgres:p%40ss%2Fword@db:5432/centavo');
  });

  it('leave the file of the vault’s keys to the vault, which reads it again', () => {
    expect(loadSettings({ VAULT_KEYS_FILE: '/run/keys' })).toMatchObject({
      vaultKeys: undefined,
      vaultKeysFile: '/run/keys',
    });
  });

  it('stop the start with a sentence for each file that cannot be used', async () => {
    const env = { OPERATOR_TOKEN_FILE: join(folder, 'nowhere'), SECRETS_KEY_FILE: await fileWith(' \n') };
    const load = (): unknown => loadSettings(env);

    expect(load).toThrow(SettingsError);
    expect(load).toThrow(/^OPERATOR_TOKEN_FILE cannot be used: ENOENT.*\nSECRETS_KEY_FILE .* is empty\.$/);
  });
});
