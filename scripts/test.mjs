import { Complaint, runScript } from './lib/complaint.mjs';
import { hasSuites, runJest } from './lib/jest.mjs';
import { KafkaBroker, whyNoKafka } from './lib/kafka.mjs';
import { prepare } from './lib/prepare.mjs';

// npm test [-- jest arguments] [--require-kafka]: every suite; those on Kafka where there is Java to run it.
const kafkaSuites = ['**/*.kafka.spec.ts', '**/test/stack/**/*.spec.ts'];
const otherSuites = ['**/*.spec.ts', ...kafkaSuites.map((glob) => `!${glob}`)];

await runScript(async () => {
  await prepare();
  const args = process.argv.slice(2).filter((argument) => argument !== '--require-kafka');
  const requireKafka = Boolean(process.env.CI) || args.length < process.argv.length - 2;
  const counts = [];
  if (await hasSuites({ match: otherSuites, args })) counts.push(await runJest({ match: otherSuites, args }));
  if (await hasSuites({ match: kafkaSuites, args })) counts.push(await kafkaRun(args, requireKafka));
  if (counts.length === 0) throw new Complaint(`No suite matches ${args.join(' ')}.`);
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  console.log(`${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
});

async function kafkaRun(args, isRequired) {
  const obstacle = await whyNoKafka({ onStep: (step) => console.log(step) });
  if (obstacle) {
    console.log(isRequired ? obstacle : `The suites on Kafka are left out. ${obstacle}`);
    return { passed: 0, failed: isRequired ? 1 : 0 };
  }
  const broker = await KafkaBroker.start({ onStep: (step) => console.log(step) });
  try {
    return await runJest({ match: kafkaSuites, args, env: { KAFKA_BROKERS: broker.brokers } });
  } finally {
    await broker.stop();
  }
}
