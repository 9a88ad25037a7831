import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withSandboxKeys } from './sandbox-keys.js';
import { loadSettings } from './settings.js';

describe('withSandboxKeys', () => {
  let dataDir: string;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'centavo-keys-'));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('makes keys that the settings take, once', async () => {
    const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => withSandboxKeys({}, dataDir)));
    const later = await withSandboxKeys({}, dataDir);

    for (const other of [...others, later]) expect(other).toEqual(first);
    expect(loadSettings({ ...first, ENVIRONMENT: 'production' }).secretsKeys).toEqual([first!.SECRETS_KEY]);
  });

  it('keeps them from other users', async () => {
    await withSandboxKeys({}, dataDir);

    const files = await readdir(join(dataDir, 'keys'));
    expect(files.toSorted()).toEqual(['database_password', 'operator_token', 'secrets_key', 'vault_database_password']);
    for (const file of files) expect((await stat(join(dataDir, 'keys', file))).mode & 0o077).toBe(0);
  });

  it('prefers what is given', async () => {
    const env = await withSandboxKeys({ OPERATOR_TOKEN: 'mine' }, dataDir);

    expect(env.OPERATOR_TOKEN).toBe('mine');
  });

  it('makes nothing up in production', async () => {
    expect(await withSandboxKeys({ ENVIRONMENT: 'production' }, dataDir)).toEqual({ ENVIRONMENT: 'production' });
    expect(await readdir(dataDir)).toEqual([]);
  });
});
