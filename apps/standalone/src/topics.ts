import { createTopics, growTopics } from '@centavo/messaging';
import { runStep } from './run-step.js';

/** Makes every topic of the platform: none is ever made on first use. Those that exist grow when that is asked for. */
await runStep('topics', async (settings, logger) => {
  const { kafka: access, kafkaPartitions: partitions, kafkaReplicationFactor: replicationFactor } = settings;
  const made = await createTopics(access, logger, { partitions, replicationFactor });
  const grown = partitions === undefined ? [] : await growTopics({ access, logger, partitions });
  if (made.length > 0) process.stdout.write(`Topics made: ${made.join(', ')}.\n`);
  if (grown.length > 0) process.stdout.write(`Topics with ${partitions} partitions now: ${grown.join(', ')}.\n`);
});
