import { setTimeout as delay } from 'node:timers/promises';
import { ALL_TOPICS } from '@centavo/contracts';
import { newId, type KafkaAccess, type Logger } from '@centavo/runtime';
import type { Admin, EachBatchPayload, Kafka, KafkaMessage, Producer } from 'kafkajs';
import type { ReceivedMessage } from '../bus.js';
import { groupsReading } from '../groups-reading.js';
import { createKafka } from './kafka-client.js';
import { fromRecord } from './wire-format.js';

export interface ReplayOptions {
  readonly access: KafkaAccess;
  readonly logger: Logger;
  /** Epoch ms: what was published earlier was certainly heard. */
  readonly since: number;
  /** Says of each event whether what it tells of has happened, in the database as it is now. */
  readonly hasHappened: (events: readonly ReceivedMessage[]) => Promise<readonly boolean[]>;
  /** Default: all of the platform's. */
  readonly topics?: readonly string[];
  /** As services have it: so long one is still listed that was killed. */
  readonly sessionTimeoutMs: number;
  /** Who reads a topic; default: the topology. */
  readonly groupsOf?: (topic: string) => readonly string[];
}

const LISTENERS_POLL_MS = 250;

/** What {@link replayEvents} did. */
export interface Replayed {
  readonly published: number;
  /** Of effects that the database does not have. */
  readonly dropped: number;
}

/** A part of a topic that is read. */
interface Range {
  next: number;
  readonly end: number;
}

/**
 * Makes the bus fit a database that was set back. Everything that is on it now is skipped by all who listen; then the events since a moment
 * before are published once more, those that the database knows of. Who has heard one of them before does nothing the second time. Killed in
 * the middle, it is run again.
 * @throws Error while a service runs, and when one is started before the end: what it does makes lost events look as if they had happened
 */
export async function replayEvents(options: ReplayOptions): Promise<Replayed> {
  const { access, logger, topics = ALL_TOPICS, groupsOf = groupsReading } = options;
  const kafka = createKafka(access, logger, 'centavo-replay');
  const [admin, producer] = [kafka.admin(), kafka.producer({ allowAutoTopicCreation: false, idempotent: true })];
  try {
    await Promise.all([admin.connect(), producer.connect()]);
    const groups = [...new Set(topics.flatMap(groupsOf))];
    await untilNoneListens(admin, groups, options.sessionTimeoutMs);
    const ranges = new Map<string, Range>();
    for (const topic of topics) {
      const ends = await admin.fetchTopicOffsets(topic);
      const starts = await admin.fetchTopicOffsetsByTimestamp(topic, options.since);
      const startOf = new Map(starts.map(({ partition, offset }) => [partition, Number(offset)]));
      for (const { partition, high, low } of ends) {
        const next = Math.max(startOf.get(partition) ?? Number(high), Number(low));
        if (next < Number(high)) ranges.set(`${topic}/${partition}`, { next, end: Number(high) });
      }
      const partitions = ends.map(({ partition, high }) => ({ partition, offset: high }));
      for (const groupId of groupsOf(topic)) await admin.setOffsets({ groupId, topic, partitions });
    }
    for (const key of ranges.keys()) if (!isOfEvents(key)) ranges.delete(key);
    return await copy(kafka, admin, producer, ranges, async (events) => {
      const happened = await options.hasHappened(events);
      const [late] = await listenersOf(admin, groups);
      if (!late) return happened;
      throw new Error(
        `${late} was started too early: stop all services, restore the database again, and run this again.`,
      );
    });
  } finally {
    await Promise.all([producer.disconnect(), admin.disconnect()]);
  }
}

/** Whoever asked for something by a command has long gone: only events are of use to anybody. */
const isOfEvents = (range: string): boolean => !/\.(commands|replies)\/\d+$/.test(range);

/** Waits for whoever was killed: he is a member of his group until his session ends, which begins anew when the broker was away too. */
async function untilNoneListens(admin: Admin, groups: readonly string[], sessionTimeoutMs: number): Promise<void> {
  const giveUpAt = performance.now() + 2 * sessionTimeoutMs;
  for (;;) {
    const [early] = await listenersOf(admin, groups);
    if (!early) return;
    if (performance.now() > giveUpAt) throw new Error(`Stop all services first: ${early} listens.`);
    await delay(LISTENERS_POLL_MS);
  }
}

/** Those groups that have members. */
async function listenersOf(admin: Admin, groupIds: readonly string[]): Promise<string[]> {
  const { groups } = await admin.describeGroups([...groupIds]);
  return groups.filter(({ members }) => members.length > 0).map(({ groupId }) => groupId);
}

/** Reads ranges and publishes what of them has happened, in each partition in its order. */
async function copy(
  kafka: Kafka,
  admin: Admin,
  producer: Producer,
  ranges: ReadonlyMap<string, Range>,
  hasHappened: ReplayOptions['hasHappened'],
): Promise<Replayed> {
  const total = { published: 0, dropped: 0 };
  if (ranges.size === 0) return total;
  const groupId = `centavo-replay-${newId()}`;
  const consumer = kafka.consumer({ groupId, allowAutoTopicCreation: false });
  const { promise: done, resolve, reject } = Promise.withResolvers<void>();
  const isOver = (): boolean => [...ranges.values()].every(({ next, end }) => next >= end);
  const take = async ({ batch: { topic, partition, messages } }: EachBatchPayload): Promise<void> => {
    const range = ranges.get(`${topic}/${partition}`);
    const records = range ? messages.filter(({ offset }) => isIn(range, Number(offset))) : [];
    if (!range || records.length === 0) return;
    const happened = await hasHappened(records.map((record) => fromRecord(topic, partition, record)));
    const known = records.filter((_, index) => happened[index]);
    if (known.length > 0) await producer.send({ topic, messages: known.map((record) => again(record, partition)) });
    total.published += known.length;
    total.dropped += records.length - known.length;
    range.next = Number(records.at(-1)!.offset) + 1;
    if (isOver()) resolve();
  };
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [...new Set([...ranges.keys()].map(topicOf))], fromBeginning: true });
    await consumer.run({ autoCommit: false, eachBatch: (payload) => take(payload).catch(reject) });
    for (const [key, { next }] of ranges) {
      consumer.seek({ topic: topicOf(key), partition: Number(key.split('/')[1]), offset: String(next) });
    }
    await done;
    return total;
  } finally {
    await consumer.disconnect();
    await admin.deleteGroups([groupId]).catch(() => undefined);
  }
}

const isIn = ({ next, end }: Range, offset: number): boolean => offset >= next && offset < end;
const topicOf = (range: string): string => range.split('/')[0]!;
const again = ({ key, value, headers }: KafkaMessage, partition: number) => ({ key, value, headers, partition });
