import { whyNoBrowser } from './lib/browser.mjs';
import { Complaint, runScript } from './lib/complaint.mjs';
import { hasSuites, runJest } from './lib/jest.mjs';
import { KafkaBroker, whyNoKafka } from './lib/kafka.mjs';
import { prepare } from './lib/prepare.mjs';

const onStep = (step) => console.log(step);

const browserSuites = ['**/*.browser.spec.ts'];
const kafkaSuites = ['**/*.kafka.spec.ts', '**/test/stack/**/*.spec.ts'];
const standaloneSuites = ['**/test/standalone/**/*.spec.ts'];
/** They need a Docker engine for themselves: `npm run test:compose`. */
const composeSuites = ['**/*.compose.spec.ts'];
const otherSuites = [
  '**/*.spec.ts',
  ...[...browserSuites, ...kafkaSuites, ...standaloneSuites, ...composeSuites].map((glob) => `!${glob}`),
];

/** Each of the others waits about half of its time, for PostgreSQL above all. */
const WORKERS = 3;

/**
 * What suites need beside Node: `obstacle` says what is missing. Lanes run beside each other, since a platform that is killed and waited
 * for leaves most of the machine to the others. The groups of a lane follow each other: two stacks or two browsers would be too much.
 */
const lanes = [
  [{ match: otherSuites, run: (options) => runJest({ ...options, workers: WORKERS }) }],
  [{ match: standaloneSuites, run: runJest }],
  [
    { match: kafkaSuites, what: 'on Kafka', obstacle: () => whyNoKafka({ onStep }), run: runOnKafka },
    { match: browserSuites, what: 'in a browser', obstacle: whyNoBrowser, run: runJest },
  ],
];

// npm test [-- jest arguments] [--require-all]: every suite for which there is what it needs.
await runScript(async () => {
  await prepare();
  const args = process.argv.slice(2).filter((argument) => argument !== '--require-all');
  const isRequired = Boolean(process.env.CI) || args.length < process.argv.length - 2;
  const wanted = await Promise.all(lanes.map((groups) => groupsWithSuites(groups, args)));
  const busyLanes = wanted.filter((groups) => groups.length > 0);
  if (busyLanes.length === 0) throw new Complaint(`No suite matches ${args.join(' ')}.`);
  const options = { args, sharesTerminal: busyLanes.length > 1 };
  const counts = (await Promise.all(busyLanes.map((groups) => runLane(groups, options, isRequired)))).flat();
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  console.log(`${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
});

async function groupsWithSuites(groups, args) {
  const found = await Promise.all(groups.map(({ match }) => hasSuites({ match, args })));
  return groups.filter((_group, index) => found[index]);
}

async function runLane(groups, options, isRequired) {
  const counts = [];
  for (const group of groups) counts.push(await runGroup(group, options, isRequired));
  return counts;
}

async function runGroup({ match, what, obstacle, run }, options, isRequired) {
  const missing = await obstacle?.();
  if (!missing) return await run({ match, ...options });
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
