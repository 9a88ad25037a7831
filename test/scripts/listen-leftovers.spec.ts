import type { PostbackEndpoint } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { eventually, PostbackReceiver } from '@centavo/testing';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { freePorts } from '../../scripts/lib/ports.mjs';
import { ManagedProcess } from '../../scripts/lib/process.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary-folder.mjs';
import { CuttableLine } from '../cuttable-line.js';
import type { TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { cannedApi } from '../support/canned-api.js';
import { runCliHere } from '../support/run-cli-here.js';
import { endpointsOf, keysOf, ListenRun } from './listen-run.js';

let platform: TestPlatform;
let merchant: TestMerchant;
beforeAll(async () => {
  platform = await startPlatform({ RATE_LIMIT_PER_SECOND: '0' });
});
beforeEach(async () => {
  merchant = await platform.http.createMerchant();
});
afterAll(() => platform.stop());

const listen = (...argv: string[]) => ListenRun.start(platform, merchant, ...argv);
const endpoints = () => endpointsOf(platform, merchant);
const env = () => ({ CENTAVO_URL: platform.http.baseUrl, CENTAVO_KEYS: keysOf(merchant) });

async function anEndpoint(url: string): Promise<PostbackEndpoint> {
  const body = { url, events: ['*'] };
  return (await platform.http.post<PostbackEndpoint>('/v1/postbacks/endpoints', merchant.credentials, body)).body.data;
}

describe('listen as a process', () => {
  const folders: string[] = [];
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

  /** It knows the platform and the merchant by what a running platform leaves in its folder. */
  async function start(): Promise<ManagedProcess> {
    const folder = await temporaryFolder('listen');
    folders.push(folder);
    const { publicKey, secretKey } = merchant.credentials;
    const credentials = { base_url: platform.http.baseUrl, merchant: { public_key: publicKey, secret_key: secretKey } };
    await writeFile(join(folder, 'credentials.json'), JSON.stringify(credentials));
    const child = new ManagedProcess(process.execPath, [inRoot('scripts/cli.mjs'), 'listen'], {
      name: 'listen',
      cwd: folder,
      env: { PATH: process.env.PATH, DATA_DIR: folder },
    });
    await eventually(() => child.hasExited || child.lastLines.includes('Ctrl-C ends it.'));
    expect(child.hasExited ? child.lastLines : []).toEqual([]);
    return child;
  }

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('removes its endpoint at a %s', async (signal) => {
    const child = await start();
    expect(await endpoints()).toHaveLength(1);
    child.signal(signal);
    expect(await child.exit).toMatchObject({ code: 0, signal: null });
    expect(await endpoints()).toEqual([]);
  });

  it('leaves it when it is killed, and then the next one removes it', async () => {
    await (await start()).kill();
    const [left] = await endpoints();
    await using run = await listen();
    expect(run.err).toEqual([`Removed what an earlier listen had left: ${left!.id}.`]);
    expect((await endpoints()).map(({ id }) => id)).not.toContain(left!.id);
  });
});

describe('listen leaves alone', () => {
  it('another one that runs', async () => {
    await using first = await listen();
    await using second = await listen();
    expect([await endpoints(), first.err, second.err]).toEqual([[expect.anything(), expect.anything()], [], []]);
  });

  it.each([
    ['an endpoint that only looks a little like its own', 'http://127.0.0.1:9999/centavo-listen/my-own'],
    ['a port of this machine that is not asked for by that path', 'http://127.0.0.1:9999/postbacks'],
    ["another developer's tunnel", `https://tunnel.example/centavo-listen/${crypto.randomUUID()}`],
  ])('%s', async (_, url) => {
    const { id } = await anEndpoint(url);
    await using run = await listen();
    expect((await endpoints()).map((endpoint) => endpoint.id)).toContain(id);
    expect(run.err).toEqual([]);
  });

  it('what it cannot judge, and says how it is removed', async () => {
    const hanging = await PostbackReceiver.start();
    hanging.answerWith(() => new Promise(() => {}));
    try {
      const { id, url } = await anEndpoint(hanging.url(`/centavo-listen/${crypto.randomUUID()}`));
      await using run = await listen();
      expect(run.err).toEqual([
        `Endpoint ${id} (${url}) may be an earlier listen's: if so, remove it with DELETE /v1/postbacks/endpoints/${id}.`,
      ]);
      expect((await endpoints()).map((endpoint) => endpoint.id)).toContain(id);
    } finally {
      await hanging.close();
    }
  });
});

describe('listen behind a tunnel', () => {
  it('is reached by way of it, and removes what was left at its beginning', async () => {
    const [port] = (await freePorts(1)) as [number];
    const tunnel = await CuttableLine.to(`http://127.0.0.1:${port}`);
    const publicUrl = tunnel.through('http://tunnel/of/mine/');
    try {
      const left = await anEndpoint(`${publicUrl}centavo-listen/${crypto.randomUUID()}`);
      await using run = await listen('--public-url', publicUrl, '--port', String(port), '--events', 'charge.*');
      expect(run.err).toEqual([`Removed what an earlier listen had left: ${left.id}.`]);
      const [endpoint] = await endpoints();
      expect(endpoint!.url.startsWith(`${publicUrl}centavo-listen/`)).toBe(true);
      await platform.http.post(`/v1/postbacks/endpoints/${endpoint!.id}/test`, merchant.credentials, undefined);
      expect((await run.deliveries(1))[0]).toMatch(/ postback\.test .+ 200 /);
    } finally {
      await tunnel.cut();
    }
  });
});

describe('listen says what is wrong', () => {
  it('when nobody is there', async () => {
    const [port] = await freePorts(1);
    const { code, err } = await runCliHere(['listen'], { ...env(), CENTAVO_URL: `http://localhost:${port}` });
    expect([code, err]).toEqual([
      1,
      `http://localhost:${port} does not answer (ECONNREFUSED). Is Centavo running? \`npm start\` starts it; --url says where it is.`,
    ]);
  });

  it('when its address is not allowed, and what can be done', async () => {
    const argv = ['listen', '--public-url', 'http://10.1.2.3', '--port', String((await freePorts(1))[0])];
    const { code, err } = await runCliHere(argv, env());
    expect(code).toBe(1);
    expect(err).toMatch(
      /\(422 url_not_allowed\)\n {2}url: .+\n[^]+POSTBACK_ALLOWED_NETWORKS=127\.0\.0\.0\/8,::1\/128.+--public-url/,
    );
  });

  it('when an event is unknown, and leaves nothing behind', async () => {
    const { code, err } = await runCliHere(['listen', '--events', 'charge.*,charge.gone'], env());
    expect(code).toBe(1);
    expect(err).toMatch(/\(422 validation_error\)\n {2}events\.1: /);
    expect(await endpoints()).toEqual([]);
  });

  it('when the keys are refused', async () => {
    const { code, err } = await runCliHere(['listen'], { ...env(), CENTAVO_KEYS: 'pk_test_x:sk_test_x' });
    expect(code).toBe(1);
    expect(err).toMatch(/\(401 invalid_api_key\)/);
  });

  it('when the port is taken', async () => {
    await using api = await cannedApi(200);
    const { port } = new URL(api.url);
    const { code, err } = await runCliHere(['listen', '--port', port], env());
    expect(code).toBe(1);
    expect(err).toMatch(new RegExp(`EADDRINUSE.+${port} Another --port may be free\\.$`));
  });

  it.each([
    ['there are no keys', [], { CENTAVO_KEYS: '' }, /^Who calls\? The merchant is not in /],
    ['the keys are no pair', [], { CENTAVO_KEYS: 'sk_test_x' }, /^Who calls\? These keys are no pair/],
    ['Centavo is elsewhere', [], { CENTAVO_URL: 'https://pay.example' }, /cannot reach this machine .+ --public-url/],
    ['a tunnel ends nowhere', ['--public-url', 'https://tunnel.example'], {}, /^Where does the tunnel end\?/],
    ['the target is no URL', ['--forward', 'localhost:4000'], {}, /^--forward takes an http or https URL/],
    ['the port is none', ['--port', '70000'], {}, /^--port takes a number from 1 to 65535, not 70000/],
    ['an option is for operators', ['--token', 'x'], {}, /Unknown option '--token'/],
  ])('when %s', async (_, argv, surroundings, message) => {
    const { code, err } = await runCliHere(['listen', ...argv], {
      ...env(),
      DATA_DIR: `/nowhere/${newId()}`,
      ...surroundings,
    });
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });
});
