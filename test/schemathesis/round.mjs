import { createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { ManagedProcess } from '../../scripts/lib/process.mjs';

const folder = inRoot('test', 'schemathesis');

/**
 * What belongs together, by path: chains along the links of few operations come further than along those of all. Their cases are good ones, so
 * that they do not end at the first step.
 */
const families = {
  charges: 'charges|pix|boletos',
  withdrawals: 'withdrawals|wallets',
  anticipations: 'anticipations|receivables',
  submerchants: 'submerchant',
  links: 'payment-links|^/pay/',
  postbacks: 'postbacks',
  merchants: 'merchants|api-keys|dead-letters|audit-log',
};
/** They are short and quick. */
const chainsPerExample = 5;

/**
 * Schemathesis over all operations, then chains in each family.
 * @param {{tool: string, baseUrl: string, credentials: object, worldFile: string, reportDir: string, seed: number, examples: number}} options
 * `examples` bounds the generated cases of an operation, in each of the phases that generate
 * @returns {Promise<Outcome[]>} one for each of those runs
 *
 * @typedef {{cases: number, seconds: number, failures: {operation: string, title: string}[], answers: object, troubles: object,
 * output: string, isComplete: boolean}} Outcome
 */
export async function runRound({ seed, examples, reportDir, ...options }) {
  const outcomes = [await run({ ...options, seed, examples, args: [], reportDir: join(reportDir, 'all') })];
  for (const [name, paths] of Object.entries(families)) {
    const args = ['--phases', 'stateful', '--mode', 'positive', '--include-path-regex', paths];
    const chains = { seed, examples: examples * chainsPerExample, args, reportDir: join(reportDir, name) };
    outcomes.push(await run({ ...options, ...chains }));
  }
  return outcomes;
}

async function run({ tool, baseUrl, credentials, worldFile, reportDir, seed, examples, args }) {
  await mkdir(reportDir, { recursive: true });
  const at = (name) => join(reportDir, name);
  const { merchant, operator_token: operatorToken } = credentials;
  const output = createWriteStream(at('output.txt'));
  const generation = ['--seed', String(seed), '--max-examples', String(examples)];
  const report = ['--report', 'json', '--report-json-path', at('report.json')];
  const ofThisRun = ['--url', baseUrl, '--no-color', ...generation, ...report, ...args];
  const st = new ManagedProcess(
    tool,
    ['--config-file', join(folder, 'schemathesis.toml'), 'run', `${baseUrl}/openapi.json`, ...ofThisRun],
    {
      name: 'Schemathesis',
      // Where its cache of the last run would otherwise lie in the tree.
      cwd: reportDir,
      env: {
        ...process.env,
        PYTHONDONTWRITEBYTECODE: '1',
        CENTAVO_HOOKS: join(folder, 'hooks.py'),
        CENTAVO_WORLD: worldFile,
        CENTAVO_TALLY: at('tally.json'),
        CENTAVO_PUBLIC_KEY: merchant.public_key,
        CENTAVO_SECRET_KEY: merchant.secret_key,
        CENTAVO_OPERATOR_TOKEN: operatorToken,
      },
      onLine: (line) => output.write(`${line}\n`),
    },
  );
  await st.exit;
  await new Promise((resolve) => output.end(resolve));
  const found = await readJson(at('report.json'));
  const tally = await readJson(at('tally.json'));
  return {
    cases: found?.test_cases.generated ?? 0,
    seconds: found?.running_time ?? 0,
    isComplete:
      found?.complete === true && found.errors.length === 0 && found.test_cases.generated > 0 && tally !== null,
    failures: (found?.failures ?? []).flatMap(({ title, operations }) =>
      operations.map((operation) => ({ operation, title })),
    ),
    answers: tally?.answers ?? {},
    troubles: tally?.troubles ?? {},
    output: await readFile(at('output.txt'), 'utf8'),
  };
}

const readJson = (path) =>
  readFile(path, 'utf8').then(
    (text) => JSON.parse(text),
    () => null,
  );
