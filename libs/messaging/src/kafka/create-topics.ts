import { ALL_TOPICS, REPLIES_TOPIC } from '@centavo/contracts';
import type { Logger } from '@centavo/runtime';
import type { ITopicConfig } from 'kafkajs';
import { createKafka } from './kafka-client.js';

export const DEFAULT_PARTITIONS = 8;

/** Nobody reads an answer after its request's deadline. */
const REPLY_RETENTION_MS = 3_600_000;
/** An event carries its whole resource, and a body may have 1 MiB. */
const MAX_MESSAGE_BYTES = 4 * 1_048_576;

/**
 * Creates the topics that do not exist yet; existing ones stay as they are, because another number of partitions would break the order
 * per key.
 * @param brokers `host:port`
 * @param partitions per topic: an upper bound for the useful instances of a service
 * @returns the names of the topics that were created
 * @throws Error with a sentence for the operator when no broker answers
 */
export async function createTopics(
  brokers: readonly string[],
  logger: Logger,
  { partitions = DEFAULT_PARTITIONS, topics = ALL_TOPICS }: { partitions?: number; topics?: readonly string[] } = {},
): Promise<string[]> {
  const admin = createKafka(brokers, logger).admin();
  try {
    await admin.connect();
  } catch (error) {
    throw new Error(
      `No Kafka broker answers at ${brokers.join(', ')}. Start Kafka, or set KAFKA_BROKERS to where it listens.`,
      { cause: error },
    );
  }
  try {
    const existing = new Set(await admin.listTopics());
    const missing = topics.filter((topic) => !existing.has(topic));
    if (missing.length > 0) {
      await admin.createTopics({ topics: missing.map((topic) => configOf(topic, partitions)), waitForLeaders: true });
    }
    return missing;
  } finally {
    await admin.disconnect();
  }
}

function configOf(topic: string, numPartitions: number): ITopicConfig {
  const configEntries = [{ name: 'max.message.bytes', value: String(MAX_MESSAGE_BYTES) }];
  if (topic === REPLIES_TOPIC) configEntries.push({ name: 'retention.ms', value: String(REPLY_RETENTION_MS) });
  return { topic, numPartitions, configEntries };
}
