import { newId } from '@centavo/runtime';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../scripts/lib/temporary-folder.mjs';
import { cannedApi, type CannedApi } from '../support/canned-api.js';
import { runCliHere } from '../support/run-cli-here.js';

const SUSPEND = ['merchants', 'suspend', newId()];

describe('A write of the CLI that may have been done', () => {
  const inProgress = { success: false, error: 'idempotency_in_progress', message: 'Wait.', request_id: 'r' };
  const unavailable = { ...inProgress, error: 'service_unavailable' };

  it.each([
    ['which failed', 503, unavailable],
    ['which is under way', 409, inProgress],
    ['of which a proxy knows nothing', 502, undefined],
  ])('names the key to repeat it with: one %s', async (_, status, envelope) => {
    await using api = await cannedApi(status, envelope);
    const { code, err } = await runCliHere(SUSPEND, { CENTAVO_URL: api.url, OPERATOR_TOKEN: 'token' });
    expect(code).toBe(1);
    const [call] = api.calls;
    expect(err).toContain(
      `It may have been done: repeat it with --idempotency-key ${call!.headers['idempotency-key'] as string}.`,
    );
    expect(err.split('\n')[0]).toContain(String(status));
  });

  it.each([
    ['a refused one', SUSPEND, 422, { ...inProgress, error: 'validation_error' }],
    ['a read', ['merchants', 'list'], 503, unavailable],
  ])('is not %s', async (_, argv, status, envelope) => {
    await using api = await cannedApi(status, envelope);
    const { code, err } = await runCliHere(argv, { CENTAVO_URL: api.url, OPERATOR_TOKEN: 'token' });
    expect(code).toBe(1);
    expect(err).not.toContain('--idempotency-key');
  });
});

describe('The token of the platform that runs here', () => {
  const page = { success: true, message: 'Merchants.', data: [] };

  const folders: string[] = [];
  afterAll(() => Promise.all(folders.map((path) => rm(path, { recursive: true }))));

  async function asks(kept: string, asked: (api: CannedApi) => string[]) {
    const dataDir = await temporaryFolder('cli');
    folders.push(dataDir);
    await using api = await cannedApi(200, page);
    const { port } = new URL(api.url);
    const credentials = { base_url: kept.replace('PORT', port), operator_token: 'kept' };
    await writeFile(join(dataDir, 'credentials.json'), JSON.stringify(credentials));
    const { code, err } = await runCliHere(['merchants', 'list', ...asked(api)], { DATA_DIR: dataDir });
    return { code, err, tokens: api.calls.map(({ headers }) => headers.authorization) };
  }

  it.each(['http://localhost:PORT', 'http://127.0.0.1:PORT/', 'http://[::1]:PORT'])(
    'is for it, whatever this machine is called: %s',
    async (kept) => {
      expect(await asks(kept, ({ url }) => ['--url', url])).toEqual({ code: 0, err: '', tokens: ['Bearer kept'] });
    },
  );

  it.each(['http://localhost:1', 'https://localhost:PORT', 'https://pay.example', 'no address'])(
    'is for nobody else: it is of %s',
    async (kept) => {
      const { code, err, tokens } = await asks(kept, ({ url }) => ['--url', url]);
      expect([code, tokens]).toEqual([2, []]);
      expect(err).toMatch(/^Who calls\? .+ set OPERATOR_TOKEN, or give --token\.$/);
    },
  );

  it('is not needed by who gives another', async () => {
    const { tokens } = await asks('https://pay.example', ({ url }) => ['--url', url, '--token', 'given']);
    expect(tokens).toEqual(['Bearer given']);
  });
});
