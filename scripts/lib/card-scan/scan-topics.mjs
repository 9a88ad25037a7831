import { randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { Complaint } from '../complaint.mjs';
import { inRoot } from '../paths.mjs';

/** Without anything new for so long, something is wrong. */
const stallTimeoutMs = 30_000;
const silentLogger = { debug() {} };
/** The broker's own topics, e.g. the groups' positions. */
const isInternal = (topic) => topic.startsWith('__');

/**
 * Searches every record that is in the topics of a broker now: key, headers and value.
 * @param {string} brokers `host:port`, comma-separated
 * @param {import('./card-report.mjs').CardReport} report
 * @throws {Complaint} when no broker answers, or does not hand out all
 */
export async function scanTopics(brokers, report) {
  const { createKafka } = await import(pathToFileURL(inRoot('dist/libs/messaging/src/kafka/kafka-client.js')));
  const kafka = createKafka({ brokers: brokers.split(',') }, silentLogger, 'scan-cards');
  const admin = kafka.admin();
  await admin.connect().catch((error) => {
    throw new Complaint(`No Kafka broker answers at ${brokers}: ${error.message}.`);
  });
  try {
    const topics = (await admin.listTopics()).filter((topic) => !isInternal(topic));
    for (const topic of topics) report.open('topics', placeOf(topic));
    await readAll({ kafka, admin, ends: await endsOf(admin, topics) }, (record) => searchRecord(record, report));
  } finally {
    await admin.disconnect();
  }
}

/** @returns {Promise<Map<string, {topic: string, last: bigint}>>} by partition, without the empty ones */
async function endsOf(admin, topics) {
  const ends = new Map();
  for (const topic of topics) {
    for (const { partition, low, high } of await admin.fetchTopicOffsets(topic)) {
      if (high !== low) ends.set(`${topic} ${partition}`, { topic, last: BigInt(high) - 1n });
    }
  }
  return ends;
}

/** By a group of its own that is gone afterwards: nobody's positions change. */
async function readAll({ kafka, admin, ends }, onRecord) {
  if (ends.size === 0) return;
  const groupId = `scan-cards-${randomUUID()}`;
  const consumer = kafka.consumer({ groupId, allowAutoTopicCreation: false });
  const { promise: finished, resolve, reject } = Promise.withResolvers();
  const stall = setTimeout(
    () => reject(new Complaint(`Kafka does not hand out all of ${[...ends.keys()].join(', ')}.`)),
    stallTimeoutMs,
  );
  consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
  try {
    await consumer.connect();
    await consumer.subscribe({
      topics: [...new Set([...ends.values()].map(({ topic }) => topic))],
      fromBeginning: true,
    });
    await consumer.run({
      autoCommit: false,
      eachBatch: async ({ batch: { topic, partition, messages }, heartbeat }) => {
        stall.refresh();
        for (const message of messages) onRecord({ ...message, topic, partition });
        await heartbeat();
        const name = `${topic} ${partition}`;
        if (BigInt(messages.at(-1).offset) >= (ends.get(name)?.last ?? 0n)) ends.delete(name);
        if (ends.size === 0) resolve();
      },
    });
    await finished;
  } finally {
    clearTimeout(stall);
    await consumer.disconnect();
    await admin.deleteGroups([groupId]);
  }
}

function searchRecord({ topic, partition, offset, key, headers, value }, report) {
  const parts = [['key', key], ...Object.entries(headers ?? {}), ['value', value]];
  for (const [name, content] of parts) {
    if (!content) continue;
    const text = `"${name}":"${[content].flat().join('","')}"`;
    report.search(placeOf(topic), text, () => ` (partition ${partition}, offset ${offset}, ${name})`);
  }
}

const placeOf = (topic) => `topic ${topic}`;
