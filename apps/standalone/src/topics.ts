import { createTopics } from '@centavo/messaging';
import { runStep } from './run-step.js';

/** Makes every topic of the platform: none is ever made on first use. */
await runStep('topics', async (settings, logger) => {
  const { kafka: access, kafkaPartitions: partitions, kafkaReplicationFactor: replicationFactor } = settings;
  const made = await createTopics(access, logger, { partitions, replicationFactor });
  if (made.length > 0) process.stdout.write(`Topics made: ${made.join(', ')}.\n`);
});
