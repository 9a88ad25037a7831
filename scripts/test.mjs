import { whyNoBrowser } from './lib/browser.mjs';
import { Complaint, runScript } from './lib/complaint.mjs';
import { hasSuites, runJest } from './lib/jest.mjs';
import { KafkaBroker, whyNoKafka } from './lib/kafka.mjs';
import { prepare } from './lib/prepare.mjs';

const onStep = (step) => console.log(step);

const browserSuites = ['**/*.browser.spec.ts'];
const kafkaSuites = ['**/*.kafka.spec.ts', '**/test/stack/**/*.spec.ts'];
const otherSuites = ['**/*.spec.ts', ...[...browserSuites, ...kafkaSuites].map((glob) => `!${glob}`)];

/** Most of the others spend their time waiting, for PostgreSQL above all; those in a browser or on Kafka fill the machine alone. */
const WORKERS = 2;

/** What suites need beside Node: `obstacle` says what is missing. */
const groups = [
  { match: otherSuites, run: (options) => runJest({ ...options, workers: WORKERS }) },
  { match: browserSuites, what: 'in a browser', obstacle: whyNoBrowser, run: runJest },
  { match: kafkaSuites, what: 'on Kafka', obstacle: () => whyNoKafka({ onStep }), run: runOnKafka },
];

// npm test [-- jest arguments] [--require-all]: every suite for which there is what it needs.
await runScript(async () => {
  await prepare();
  const args = process.argv.slice(2).filter((argument) => argument !== '--require-all');
  const isRequired = Boolean(process.env.CI) || args.length < process.argv.length - 2;
  const counts = [];
  for (const group of groups) {
    if (await hasSuites({ match: group.match, args })) counts.push(await runGroup(group, args, isRequired));
  }
  if (counts.length === 0) throw new Complaint(`No suite matches ${args.join(' ')}.`);
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  console.log(`${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
});

async function runGroup({ match, what, obstacle, run }, args, isRequired) {
  const missing = await obstacle?.();
  if (!missing) return await run({ match, args });
  console.log(isRequired ? missing : `The suites ${what} are left out. ${missing}`);
  return { passed: 0, failed: isRequired ? 1 : 0 };
}

async function runOnKafka(options) {
  const broker = await KafkaBroker.start({ onStep });
  try {
    return await runJest({ ...options, env: { KAFKA_BROKERS: broker.brokers } });
  } finally {
    await broker.stop();
  }
}
