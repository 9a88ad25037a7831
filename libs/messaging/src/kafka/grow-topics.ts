import { setTimeout as sleep } from 'node:timers/promises';
import { ALL_TOPICS, SERVICE_NAMES } from '@centavo/contracts';
import type { KafkaAccess, Logger } from '@centavo/runtime';
import type { Admin } from 'kafkajs';
import { groupsReading } from '../groups-reading.js';
import { Backlog } from './backlog.js';
import { createKafka } from './kafka-client.js';
import { REPLIES_GROUP_PREFIX } from './reply-reader.js';

export interface GrowOptions {
  readonly access: KafkaAccess;
  readonly logger: Logger;
  /** That each topic shall have at least. */
  readonly partitions: number;
  /** Default: all of the platform's. */
  readonly topics?: readonly string[];
  /** Who reads a topic; default: the topology. */
  readonly groupsOf?: (topic: string) => readonly string[];
}

const METADATA_POLL_MS = 50;

/**
 * Gives topics that exist more partitions. A key may then belong to another partition, so it is done only while nothing of any key is on its
 * way and nobody can send: whoever sends knows for minutes how many partitions there were, would go on to use the old ones, and kafkajs
 * drops without an error what is addressed to a partition that it has not heard of, as answers are. Killed in the middle, it is run again.
 * @returns the topics that grew
 * @throws Error with a sentence for the operator while somebody is connected, or a group has not finished what there is
 */
export async function growTopics(options: GrowOptions): Promise<string[]> {
  const { access, logger, partitions, topics = ALL_TOPICS, groupsOf = groupsReading } = options;
  const kafka = createKafka(access, logger);
  const admin = kafka.admin();
  const backlog = new Backlog(kafka, groupsOf, logger);
  try {
    await admin.connect();
    const small = await smallerThan(admin, topics, partitions);
    if (small.length === 0) return [];
    const obstacle =
      (await whoIsConnected(
        admin,
        topics.flatMap((topic) => groupsOf(topic)),
      )) ?? (await whatIsUnfinished(backlog, topics));
    if (obstacle !== undefined) {
      throw new Error(
        `Topics have fewer than ${partitions} partitions (KAFKA_PARTITIONS) and cannot grow now: ${obstacle} (docs/maintenance.md, Partitions).`,
      );
    }
    await admin.createPartitions({ topicPartitions: small.map((topic) => ({ topic, count: partitions })) });
    while ((await smallerThan(admin, small, partitions)).length > 0) await sleep(METADATA_POLL_MS);
    return small;
  } finally {
    await Promise.all([admin.disconnect(), backlog.close()]);
  }
}

async function smallerThan(admin: Admin, topics: readonly string[], partitions: number): Promise<string[]> {
  const metadata = await admin.fetchTopicMetadata({ topics: [...topics] });
  return metadata.topics.filter((topic) => topic.partitions.length < partitions).map(({ name }) => name);
}

/** Services are members of the group with their name, gateways of one that is theirs alone. */
async function whoIsConnected(admin: Admin, readers: readonly string[]): Promise<string | undefined> {
  const services = new Set([...SERVICE_NAMES, ...readers]);
  const { groups: known } = await admin.listGroups();
  const gateways = known.map(({ groupId }) => groupId).filter((group) => group.startsWith(REPLIES_GROUP_PREFIX));
  const { groups } = await admin.describeGroups([...services, ...gateways]);
  const awake = new Set(groups.filter(({ members }) => members.length > 0).map(({ groupId }) => groupId));
  const names = [...services].filter((service) => awake.has(service));
  if (gateways.some((gateway) => awake.has(gateway))) names.push('a gateway');
  return names.length > 0 ? `${names.join(', ')} must be stopped` : undefined;
}

async function whatIsUnfinished(backlog: Backlog, topics: readonly string[]): Promise<string | undefined> {
  const rests: string[] = [];
  for (const topic of topics) {
    for (const [group, messages] of await backlog.measure(topic)) {
      if (messages > 0) rests.push(`${group} has not finished ${messages} messages of ${topic}`);
    }
  }
  return rests.length > 0 ? rests.join(', ') : undefined;
}
