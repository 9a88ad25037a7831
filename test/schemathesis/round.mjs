import { createWriteStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { ManagedProcess } from '../../scripts/lib/process.mjs';

const folder = inRoot('test', 'schemathesis');
const chainsPerExample = 20;

/**
 * One run of Schemathesis over all operations.
 * @param {{tool: string, baseUrl: string, credentials: object, worldFile: string, reportDir: string, seed: number, examples: number}} options
 * `examples` bounds the generated cases of an operation, in each of the phases that generate
 * @returns {Promise<{cases: number, seconds: number, failures: {operation: string, title: string}[], answers: object, troubles: object,
 * output: string, complete: boolean}>}
 */
export async function runRound({ tool, baseUrl, credentials, worldFile, reportDir, seed, examples }) {
  await mkdir(reportDir, { recursive: true });
  const at = (name) => join(reportDir, name);
  const { merchant, operator_token: operatorToken } = credentials;
  const output = createWriteStream(at('output.txt'));
  const options = ['--config-file', await configurationFor(examples, reportDir)];
  const report = ['--report', 'json', '--report-json-path', at('report.json')];
  const ofThisRun = ['--url', baseUrl, '--no-color', '--seed', String(seed), ...report];
  const st = new ManagedProcess(tool, [...options, 'run', `${baseUrl}/openapi.json`, ...ofThisRun], {
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
  });
  await st.exit;
  await new Promise((resolve) => output.end(resolve));
  const text = await readFile(at('output.txt'), 'utf8');
  const found = await readJson(at('report.json'));
  const tally = await readJson(at('tally.json'));
  return {
    cases: found?.test_cases.generated ?? 0,
    seconds: found?.running_time ?? 0,
    complete: found?.complete === true && found.errors.length === 0 && tally !== null,
    failures: (found?.failures ?? []).flatMap(({ title, operations }) =>
      operations.map((operation) => ({ operation, title })),
    ),
    answers: tally?.answers ?? {},
    troubles: tally?.troubles ?? {},
    output: text,
  };
}

/** How often each phase generates is no matter of the command line: chains are many and short, and so there are more of them. */
async function configurationFor(examples, reportDir) {
  const all = await readFile(join(folder, 'schemathesis.toml'), 'utf8');
  const phases = { fuzzing: examples, stateful: examples * chainsPerExample };
  const counts = Object.entries(phases).map(
    ([name, count]) => `[phases.${name}.generation]\nmax-examples = ${count}\n`,
  );
  const file = join(reportDir, 'schemathesis.toml');
  await writeFile(file, [all, ...counts].join('\n'));
  return file;
}

const readJson = (path) =>
  readFile(path, 'utf8').then(
    (text) => JSON.parse(text),
    () => null,
  );
