import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ALL_TOPICS, REPLIES_TOPIC, SERVICE_NAMES } from '@centavo/contracts';
import type { Logger } from '@centavo/runtime';
import type { Admin, ITopicConfig } from 'kafkajs';
import { createKafka } from './kafka-client.js';

export const DEFAULT_PARTITIONS = 8;

/** Nobody reads an answer after its request's deadline. */
const REPLY_RETENTION_MS = 3_600_000;
/** What a broker takes for it is a third of a second. */
const GROUPS_TIMEOUT_MS = 5_000;
const GROUPS_POLL_MS = 50;
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
      await untilGroupsAreServed(admin, missing.slice(0, 1));
    }
    return missing;
  } finally {
    await orGiveUp(admin.disconnect());
  }
}

/**
 * A new broker makes the topic of the groups' offsets when the first group asks for it, and tells whoever asks meanwhile to come again.
 * Asked here, the services that start next are spared that. Only a courtesy: they would come again. So it is given up in time, whatever
 * kafkajs does meanwhile: a question for a coordinator that is just being made has been seen never to come back.
 */
async function untilGroupsAreServed(admin: Admin, topics: string[]): Promise<void> {
  const patience = AbortSignal.timeout(GROUPS_TIMEOUT_MS);
  await Promise.race([askForGroups(admin, topics, patience), once(patience, 'abort')]);
}

/** Such a question also keeps the connection that it went over, and who would close that from coming back. */
async function orGiveUp(work: Promise<unknown>): Promise<void> {
  await Promise.race([work, once(AbortSignal.timeout(GROUPS_TIMEOUT_MS), 'abort')]);
}

/** One group after the other: asked at once, they get in each other's way while kafkajs looks for the coordinator. */
async function askForGroups(admin: Admin, topics: string[], patience: AbortSignal): Promise<void> {
  for (const groupId of SERVICE_NAMES) {
    while (!patience.aborted && !(await isServed(admin, groupId, topics))) await sleep(GROUPS_POLL_MS);
  }
}

const isServed = (admin: Admin, groupId: string, topics: string[]): Promise<boolean> =>
  admin.fetchOffsets({ groupId, topics }).then(
    () => true,
    () => false,
  );

function configOf(topic: string, numPartitions: number): ITopicConfig {
  const configEntries = [{ name: 'max.message.bytes', value: String(MAX_MESSAGE_BYTES) }];
  if (topic === REPLIES_TOPIC) configEntries.push({ name: 'retention.ms', value: String(REPLY_RETENTION_MS) });
  return { topic, numPartitions, configEntries };
}
