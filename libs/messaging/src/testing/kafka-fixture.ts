import { newId } from '@centavo/runtime';
import { silentLogger } from '@centavo/testing';
import type { Message as KafkaRecord } from 'kafkajs';
import { createTopics } from '../kafka/create-topics.js';
import { KafkaBus } from '../kafka/kafka-bus.js';
import { createKafka } from '../kafka/kafka-client.js';
import { type BusFixture, TEST_RETRY_POLICY } from './bus-fixture.js';

/** Short, so that a killed member's partitions come back while a test waits. */
const TEST_SESSION_TIMEOUT_MS = 2_000;

/** Brokers of the test run. @throws Error when there are none */
export function testBrokers(): string[] {
  const brokers = process.env['KAFKA_BROKERS'];
  if (!brokers) throw new Error('Set KAFKA_BROKERS to a broker that tests may write to; npm test starts one.');
  return brokers.split(',');
}

/** Topics and instances of the Kafka bus for tests, all of their own. */
export class KafkaFixture implements BusFixture {
  readonly repliesTopic = `replies-${newId()}`;
  readonly #groups = new Map<string, readonly string[]>();
  readonly #buses: KafkaBus[] = [];

  static async open(): Promise<KafkaFixture> {
    const fixture = new KafkaFixture();
    await createTopics({ brokers: testBrokers() }, silentLogger, { partitions: 4, topics: [fixture.repliesTopic] });
    return fixture;
  }

  /** One partition unless said otherwise, so that what is said of keys holds within a partition. */
  async createTopic(groups: readonly string[], { partitions = 1 } = {}): Promise<string> {
    const topic = `topic-${newId()}`;
    await createTopics({ brokers: testBrokers() }, silentLogger, { partitions, topics: [topic] });
    this.#groups.set(topic, groups);
    return topic;
  }

  async connect(): Promise<KafkaBus> {
    const bus = new KafkaBus({
      access: { brokers: testBrokers() },
      logger: silentLogger,
      retryPolicy: TEST_RETRY_POLICY,
      repliesTopic: this.repliesTopic,
      sessionTimeoutMs: TEST_SESSION_TIMEOUT_MS,
      groupsOf: (topic) => this.#groups.get(topic) ?? [],
    });
    this.#buses.push(bus);
    await bus.connected();
    return bus;
  }

  /** Records as somebody might write them who does not know our headers. */
  async produceForeign(topic: string, messages: KafkaRecord[]): Promise<void> {
    const producer = createKafka({ brokers: testBrokers() }, silentLogger).producer({ allowAutoTopicCreation: false });
    await producer.connect();
    await producer.send({ topic, messages });
    await producer.disconnect();
  }

  async close(): Promise<void> {
    await Promise.all(this.#buses.map((bus) => bus.close()));
  }
}
