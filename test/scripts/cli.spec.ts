import type { AuditLogEntry, Merchant } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { eventually } from '@centavo/testing';
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { COMMANDS } from '../../scripts/lib/cli/commands.mjs';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary-folder.mjs';
import { OPERATOR } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { ForgetfulLine } from '../support/forgetful-line.js';
import { runCliHere, type CliRun } from '../support/run-cli-here.js';
import { createSubmerchant } from '../support/submerchants.js';

const TOKEN = OPERATOR.replace('Bearer ', '');
const NAME = ['--name', 'Loja Nova', '--legal-name', 'Loja Nova Ltda'];
const NEW_MERCHANT = ['merchants', 'create', ...NAME, '--tax-id', '11222333000181', '--email', 'loja@nova.example'];

let platform: TestPlatform;
let env: Record<string, string>;
let folder: string;
const folders: string[] = [];
beforeAll(async () => {
  platform = await startPlatform({ RATE_LIMIT_PER_SECOND: '0' });
  folders.push((folder = await temporaryFolder('cli')));
  env = { CENTAVO_URL: platform.http.baseUrl, OPERATOR_TOKEN: TOKEN };
});
afterAll(async () => {
  await platform.stop();
  await Promise.all(folders.map((path) => rm(path, { recursive: true })));
});

const cli = (argv: readonly string[], surroundings = env): Promise<CliRun> => runCliHere(argv, surroundings);

async function json<Data>(...argv: string[]): Promise<Data> {
  const { code, out, err } = await cli([...argv, '--json']);
  if (code !== 0) throw new Error(err);
  return (JSON.parse(out) as { data: Data }).data;
}

const aMerchant = async () => (await json<{ merchant: Merchant }>(...NEW_MERCHANT)).merchant;

describe('The CLI', () => {
  it('creates a merchant and shows what it was given, the secret too', async () => {
    const { code, out, err } = await cli(NEW_MERCHANT);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^Merchant created/);
    expect(out).toMatch(/^merchant\.name +Loja Nova$/m);
    expect(out).toMatch(/^api_key\.secret_key +sk_test_\S+$/m);
  });

  it('lists as a table with what was left to other pages, and nothing as nothing', async () => {
    const { id } = await aMerchant();
    const { out } = await cli(['merchants', 'list', '--per-page', '1']);
    const [head, row, , footer] = out.split('\n');
    expect(head).toMatch(/^id +name +tax_id +status +created_at$/);
    expect(row).toMatch(new RegExp(`^${id} +Loja Nova +11222333000181 +active +`));
    expect(footer).toMatch(/^Page 1 of \d+, \d+ in all\.$/);
    expect((await cli(['merchants', 'list', '--tax-id', '99999999999999'])).out).toMatch(/^None\./);
  });

  it('suspends and activates', async () => {
    const { id } = await aMerchant();
    expect((await json<Merchant>('merchants', 'suspend', id)).status).toBe('suspended');
    expect(await json<Merchant[]>('merchants', 'list', '--status', 'suspended')).toEqual([
      expect.objectContaining({ id }),
    ]);
    expect((await json<Merchant>('merchants', 'activate', id)).status).toBe('active');
  });

  it('changes fees and settings, and nothing that is not named', async () => {
    const before = await aMerchant();
    await json('merchants', 'update', before.id, '--fees', '{"pix": {"bps": 79, "fixed": 1}}');
    await json('merchants', 'update', before.id, '--withdrawal-methods', 'pix', '--monthly-rate-bps', '250');
    await json('merchants', 'update', before.id, '--anticipation-review', 'manual', '--automatic-anticipation', 'true');
    expect(await json<Merchant>('merchants', 'show', before.id)).toMatchObject({
      name: before.name,
      status: 'active',
      fees: { ...before.fees, pix: { bps: 79, fixed: 1 } },
      withdrawal_methods: ['pix'],
      anticipation: { review: 'manual', monthly_rate_bps: 250, automatic_enabled: true },
    });
  });

  it('reviews a submerchant, and names what was still open', async () => {
    const { id } = await createSubmerchant(platform, await platform.http.createMerchant());
    const { code, out } = await cli(['submerchants', 'review', id, '--status', 'approved', '--notes', 'Em ordem']);
    expect(code).toBe(0);
    expect(out).toMatch(/^status +approved$/m);
    expect(out).toMatch(/^review_notes +Em ordem$/m);
    expect(out).toMatch(/^open_requirements +.*"missing"/m);
  });

  it('shows in the audit log what it did', async () => {
    const { id } = await aMerchant();
    await cli(['merchants', 'suspend', id]);
    const [entry] = (await eventually(async () => {
      const found = await json<AuditLogEntry[]>('audit-log', '--action', 'merchant.suspended', '--resource', id);
      return found.length === 1 && found[0]!.status === 200 && found;
    })) as AuditLogEntry[];
    expect(entry).toMatchObject({ method: 'PATCH', body: { status: 'suspended' } });
    const { out } = await cli(['audit-log', '--resource', id, '--method', 'PATCH']);
    expect(out).toMatch(/ PATCH +\/admin\/v1\/merchants\/\S+ +200 +– +merchant\.suspended$/m);
  });

  it('shows the words of others without obeying them', async () => {
    const { id } = await aMerchant();
    const name = 'Loja\u001B[2J\u202Eatsixe';
    await platform.database('onboarding').query('UPDATE merchants SET name = $2 WHERE id = $1', [id, name]);
    const { out } = await cli(['merchants', 'show', id]);
    expect(out).toMatch(/Loja\\u001b\[2J/);
    for (const character of ['\u001B', '\u202E']) expect(out).not.toContain(character);
  });
});

describe('The CLI ends with', () => {
  it('1 when the API refuses, and says which rules were broken and by which request', async () => {
    const argv = NEW_MERCHANT.map((word) => (word === '11222333000181' ? '7' : word));
    const { code, out, err } = await cli(argv);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/\(422 validation_error\)\n {2}tax_id: .+ \(\w+\)\nRequest id: \S+$/);
  });

  it.each([
    ['an id that is none', ['merchants', 'show', 'x'], /400 invalid_uuid/],
    ['an id with a path in it', ['merchants', 'show', '../dead-letters'], /400 invalid_uuid/],
    ['an id that is unknown', ['dead-letters', 'requeue', newId()], /404 dead_letter_not_found/],
    [
      'a decision that is not possible',
      ['documents', 'review', newId(), '--status', 'approved'],
      /404 submerchant_document_not_found/,
    ],
  ])('1 for %s', async (_, argv, message) => {
    const { code, err } = await cli(argv);
    expect(code).toBe(1);
    expect(err).toMatch(message);
    expect(err).toMatch(/Request id: \S+$/);
  });

  it('1 for a token that is refused', async () => {
    const { code, err } = await cli(['merchants', 'list'], { ...env, OPERATOR_TOKEN: 'wrong' });
    expect(code).toBe(1);
    expect(err).toMatch(/401 authentication_required/);
  });

  it('1 when nobody answers, or somebody else', async () => {
    const away = await cli(NEW_MERCHANT, { ...env, CENTAVO_URL: 'http://127.0.0.1:9' });
    expect([away.code, away.out]).toEqual([1, '']);
    expect(away.err).toMatch(/does not answer .+ repeat it with --idempotency-key \S+\.$/);
    const page = await cli(['merchants', 'list', '--url', `${platform.http.baseUrl}/docs?`]);
    expect([page.code, page.err]).toEqual([1, "The answer, 301, is not from Centavo's API."]);
  });

  it.each([
    ['no command', [], /Which command\?/],
    ['half a command', ['merchants'], /Which command\?[^]*merchants activate/],
    ['an unknown command', ['merchants', 'destroy'], /There is no command "merchants destroy"/],
    ['an unknown option', ['merchants', 'list', '--colour', 'red'], /--colour/],
    ['an option without its value', ['merchants', 'list', '--status'], /--status/],
    ['a missing id', ['merchants', 'show'], /Which merchant\?/],
    ['an id too many', ['merchants', 'show', newId(), 'x'], /"x" is too much/],
    ['a missing option', ['merchants', 'create', '--name', 'x'], /Missing: --legal-name, --tax-id, --email/],
    [
      'a value that is no choice',
      ['merchants', 'list', '--status', 'gone'],
      /--status takes active\|suspended, not "gone"/,
    ],
    ['a value that is no number', ['merchants', 'list', '--page', '1.5'], /--page takes <integer>/],
    [
      'a value that is no boolean',
      ['merchants', 'update', newId(), '--automatic-anticipation', 'constructor'],
      /--automatic-anticipation takes true\|false, not "constructor"/,
    ],
    ['a value that is no JSON', ['merchants', 'update', newId(), '--fees', '{'], /--fees takes <json>/],
  ])('2 for %s', async (_, argv, message) => {
    const { code, out, err } = await cli(argv);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(message);
    expect(err).toMatch(/npm run cli -- /);
  });

  it.each([
    ['where', {}, /Where is the API\?/],
    ['who', { CENTAVO_URL: 'http://localhost:3000' }, /Who calls\?/],
  ])('2 when it cannot know %s', async (_, surroundings, message) => {
    const { code, err } = await cli(['merchants', 'list'], { DATA_DIR: folder, ...surroundings });
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });
});

describe('A write of the CLI', () => {
  it('is sent again with the same key when its answer is lost, and so is done once', async () => {
    const line = await ForgetfulLine.to(platform.http.baseUrl);
    const name = `Loja ${newId()}`;
    try {
      const argv = NEW_MERCHANT.map((word) => (word === 'Loja Nova' ? name : word));
      const { code, out } = await cli(argv, { ...env, CENTAVO_URL: line.url });
      expect([code, line.connections]).toEqual([0, 2]);
      expect(out).toContain(name);
    } finally {
      await line.close();
    }
    const rows = await platform.database('onboarding').query('SELECT FROM merchants WHERE name = $1', [name]);
    expect(rows).toHaveLength(1);
  });

  it('can be repeated by its key', async () => {
    const argv = [...NEW_MERCHANT, '--idempotency-key', newId(), '--json'];
    expect((await cli(argv)).out).toBe((await cli(argv)).out);
  });
});

const run = (argv: readonly string[], DATA_DIR: string) =>
  promisify(execFile)(process.execPath, [inRoot('scripts/cli.mjs'), ...argv], {
    cwd: DATA_DIR,
    env: { PATH: process.env.PATH, DATA_DIR },
  }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
  );

describe('The CLI as it is installed', () => {
  it('finds the platform that runs here, and hands its exit codes on', async () => {
    const folder = await temporaryFolder('cli');
    folders.push(folder);
    const credentials = { base_url: platform.http.baseUrl, operator_token: TOKEN };
    await writeFile(join(folder, 'credentials.json'), JSON.stringify(credentials));
    const [done, refused, puzzled] = [
      await run(['merchants', 'list', '--json'], folder),
      await run(['merchants', 'show', newId()], folder),
      await run(['merchants', 'show'], folder),
    ];
    expect([done.code, refused.code, puzzled.code]).toEqual([0, 1, 2]);
    expect(JSON.parse(done.stdout)).toMatchObject({ success: true });
  });

  it('listens beside a developer’s server, not in a container', async () => {
    const { code, err } = await cli(['listen'], { ...env, OPERATED_BY: 'compose' });
    expect([code, err]).toEqual([2, expect.stringContaining('npm run cli -- listen')]);
  });
});

describe('The help of the CLI', () => {
  it.each(COMMANDS.map(({ name }) => [name]))('explains %s, with an example that is understood', async (name) => {
    const command = COMMANDS.find((one) => one.name === name)!;
    const { code, out } = await cli([...name.split(' '), '--help']);
    expect(code).toBe(0);
    for (const option of command.options) expect(out).toContain(`--${option.name} `);
    expect(command.examples.length).toBeGreaterThan(0);
    for (const example of command.examples) {
      expect(out).toContain(`npm run cli -- ${example}`);
      // An example that is not understood would not get so far as to ask who calls.
      const words = example.match(/'[^']*'|\S+/g)!.map((word) => word.replaceAll("'", ''));
      expect((await cli(words, { CENTAVO_URL: platform.http.baseUrl, DATA_DIR: folder })).err).toMatch(/^Who calls\?/);
    }
  });

  it('lists every command, and those of a topic', async () => {
    const all = await cli(['--help']);
    expect(all.code).toBe(0);
    for (const { name } of COMMANDS) expect(all.out).toContain(`  ${name} `);
    const some = await cli(['dead-letters', '--help']);
    expect(some.out).toContain('dead-letters requeue');
    expect(some.out).not.toContain('merchants list');
  });
});
