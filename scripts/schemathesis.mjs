import { randomInt } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readArguments } from './lib/arguments.mjs';
import { Complaint, runScript } from './lib/complaint.mjs';
import { useLocalEnvironment } from './lib/local-environment.mjs';
import { inRoot } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { temporaryFolder } from './lib/temporary-folder.mjs';

const usage = 'npm run schemathesis -- [--cases <n>] [--seed <n>] [--short] [--keep-data]';
/** Cases of an operation that each phase of a round generates: enough that a round is mostly those, few enough that its report is small. */
const examples = { short: 6, long: 60 };
const heapMb = 384;
const largestSeed = 2 ** 31;
const command = ['npm run schemathesis --', ...process.argv.slice(2)].join(' ');

// npm run schemathesis: generated requests against /openapi.json of a platform of its own, round after round until there were --cases of
// them; each round has the seed after that of the one before. --short is the one round that CI has time for;
// the others are written down in docs/api-conformance.md.
await runScript(async () => {
  await prepare();
  useLocalEnvironment();
  const { values } = readArguments(
    {
      options: {
        cases: { type: 'string', default: '50000' },
        seed: { type: 'string', default: String(randomInt(largestSeed)) },
        short: { type: 'boolean', default: false },
        'keep-data': { type: 'boolean', default: false },
      },
    },
    usage,
  );
  const [cases, seed] = [readCount(String(values.cases)), readCount(String(values.seed))];
  const plan = values.short
    ? { cases: 1, examples: examples.short, isReported: false }
    : { cases, examples: examples.long, isReported: true };
  const dataDir = await temporaryFolder('schemathesis');
  try {
    const failed = await tryPlatform({ dataDir, seed, ...plan });
    return failed > 0 ? 1 : 0;
  } finally {
    if (values['keep-data']) console.error(`Data kept in ${dataDir}`);
    else await rm(dataDir, { recursive: true, force: true });
  }
});

/** @param {string} text */
function readCount(text) {
  if (!/^\d{1,10}$/.test(text)) throw new Complaint(`"${text}" is no whole number.\nUsage: ${usage}`);
  return Number(text);
}

async function tryPlatform({ dataDir, seed, cases, examples: perPhase, isReported }) {
  const { schemathesisTool } = await import('../test/schemathesis/python-tool.mjs');
  const { prepareWorld } = await import('../test/schemathesis/world.mjs');
  const { aftermath } = await import('../test/schemathesis/aftermath.mjs');
  const { rounds } = await import('../test/schemathesis/rounds.mjs');
  const { showAftermath, showAnswers, showTotals } = await import('../test/schemathesis/show.mjs');
  const { writeReport } = await import('../test/schemathesis/report.mjs');
  const { modes } = await import('../bench/modes.mjs');

  const tool = await schemathesisTool();
  const system = await modes.standalone({ dataDir, env: environment() });
  const [baseUrl] = system.baseUrls;
  const credentials = JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8'));
  const world = await prepareWorld({ baseUrl, credentials, dataDir });
  try {
    console.log(`Seed ${seed}`);
    const found = await rounds({ tool, baseUrl, credentials, world, dataDir, seed, cases, examples: perPhase });
    const operations = await operationsOf(baseUrl);
    showAnswers(operations, found);
    const [pid] = system.components.app.pids;
    const checks = await aftermath({ asOperator: world.asOperator, dataDir, pid, answers: found.answers, operations });
    showAftermath(checks);
    const failed = showTotals({ operations, found, checks, seed });
    if (isReported) await writeReport({ operations, found, checks, seed, command });
    return failed;
  } finally {
    world.close();
    await system.stop();
  }
}

/** No limit turns cases into 429s, no address outside this machine is asked for anything. */
function environment() {
  return {
    OPERATOR_TOKEN: 'operator-of-the-trial',
    LOG_LEVEL: 'info',
    RATE_LIMIT_PER_SECOND: '0',
    AUTH_FAILURES_PER_MINUTE: '1000000',
    TOKENIZATIONS_PER_SECOND: '0',
    TOKENIZATION_FAILURES_PER_MINUTE: '1000000',
    CHECKOUT_ATTEMPTS_PER_MINUTE: '1000000',
    CHECKOUT_REQUESTS_PER_SECOND: '0',
    // What is kept for ever would not fit.
    NODE_OPTIONS: `--max-old-space-size=${heapMb} --import=${pathToFileURL(inRoot('test', 'schemathesis', 'no-outbound.mjs')).href}`,
  };
}

async function operationsOf(baseUrl) {
  const { paths } = await (await fetch(`${baseUrl}/openapi.json`)).json();
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
}
