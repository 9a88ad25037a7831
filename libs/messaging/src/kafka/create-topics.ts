import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ALL_TOPICS, REPLIES_TOPIC, SERVICE_NAMES } from '@centavo/contracts';
import type { KafkaAccess, Logger } from '@centavo/runtime';
import type { Admin, ITopicConfig } from 'kafkajs';
import { createKafka, whyNoKafka } from './kafka-client.js';

const DEFAULT_PARTITIONS = 8;
/** With so many, a broker may be away and a message still lies on two. */
const COPIES_THAT_SPARE_ONE = 3;
const MIN_COPIES_IN_SYNC = 2;

/** Nobody reads an answer after its request's deadline. */
const REPLY_RETENTION_MS = 3_600_000;
/** What a broker takes for it is a third of a second. */
const GROUPS_TIMEOUT_MS = 5_000;
const GROUPS_POLL_MS = 50;
/** An event carries its whole resource, and a body may have 1 MiB. */
const MAX_MESSAGE_BYTES = 4 * 1_048_576;

export interface TopicShape {
  /** Of each topic: an upper bound for the useful instances of a service. Default: 8. */
  readonly partitions?: number | undefined;
  /** Copies of each message; default: what the brokers decide. */
  readonly replicationFactor?: number | undefined;
}

/**
 * Creates the topics that do not exist yet; existing ones stay as they are.
 * @returns the names of the topics that were created
 * @throws Error with a sentence for the operator when no broker answers
 */
export async function createTopics(
  access: KafkaAccess,
  logger: Logger,
  { topics = ALL_TOPICS, ...shape }: TopicShape & { readonly topics?: readonly string[] } = {},
): Promise<string[]> {
  const admin = createKafka(access, logger).admin();
  try {
    const existing = await namesOfTopics(admin, access);
    const missing = topics.filter((topic) => !existing.has(topic));
    if (missing.length > 0) {
      await admin
        .createTopics({ topics: missing.map((topic) => configOf(topic, shape)), waitForLeaders: true })
        .catch(refuse);
      await untilGroupsAreServed(admin, missing.slice(0, 1));
    }
    return missing;
  } finally {
    await orGiveUp(admin.disconnect());
  }
}

/** A broker that wants clients to sign in closes a connection only when it is asked something. */
async function namesOfTopics(admin: Admin, access: KafkaAccess): Promise<ReadonlySet<string>> {
  try {
    await admin.connect();
    return new Set(await admin.listTopics());
  } catch (error) {
    throw new Error(whyNoKafka(error, access), { cause: error });
  }
}

/** kafkajs says of several topics only that something went wrong. */
function refuse(error: Error & { readonly errors?: readonly Error[] }): never {
  const reasons = new Set((error.errors ?? [error]).map(({ message }) => message));
  throw new Error(`Kafka does not make the topics: ${[...reasons].join(' ')}`, { cause: error });
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

function configOf(topic: string, { partitions = DEFAULT_PARTITIONS, replicationFactor }: TopicShape): ITopicConfig {
  const configEntries = [{ name: 'max.message.bytes', value: String(MAX_MESSAGE_BYTES) }];
  if (topic === REPLIES_TOPIC) configEntries.push({ name: 'retention.ms', value: String(REPLY_RETENTION_MS) });
  if (replicationFactor !== undefined && replicationFactor >= COPIES_THAT_SPARE_ONE) {
    configEntries.push({ name: 'min.insync.replicas', value: String(MIN_COPIES_IN_SYNC) });
  }
  return { topic, numPartitions: partitions, replicationFactor, configEntries };
}
