import { groupsReading } from '@centavo/messaging';
import { silentLogger } from '@centavo/testing';
import type { Admin, Message as KafkaRecord, Producer } from 'kafkajs';
import { createKafka } from '../../libs/messaging/src/kafka/kafka-client.js';

/** The broker without the bus in between, for what the bus would never do. */
export class Topics {
  private constructor(
    private readonly admin: Admin,
    private readonly producer: Producer,
  ) {}

  static async connect(brokers: string): Promise<Topics> {
    const kafka = createKafka({ brokers: [brokers] }, silentLogger, 'test');
    const topics = new Topics(kafka.admin(), kafka.producer({ allowAutoTopicCreation: false }));
    await Promise.all([topics.admin.connect(), topics.producer.connect()]);
    return topics;
  }

  /** Writes the same record to every partition, so that whatever comes later to the topic has it as a neighbour. @returns how many */
  async produceEverywhere(topic: string, record: KafkaRecord): Promise<number> {
    const partitions = await this.admin.fetchTopicOffsets(topic);
    const messages = partitions.map(({ partition }) => ({ ...record, partition }));
    await this.producer.send({ topic, messages });
    return messages.length;
  }

  /** How many records each partition has had. */
  async records(topic: string): Promise<number[]> {
    return (await this.admin.fetchTopicOffsets(topic)).map(({ high }) => Number(high));
  }

  /** How many records all who read a topic have not finished. */
  async unfinished(topic: string): Promise<number> {
    const ends = await this.admin.fetchTopicOffsets(topic);
    let unfinished = 0;
    for (const groupId of groupsReading(topic)) {
      const [position] = await this.admin.fetchOffsets({ groupId, topics: [topic] });
      const offsets = new Map(position?.partitions.map(({ partition, offset }) => [partition, Number(offset)]));
      for (const { partition, high } of ends) unfinished += Number(high) - Math.max(offsets.get(partition) ?? 0, 0);
    }
    return unfinished;
  }

  async close(): Promise<void> {
    await Promise.all([this.admin.disconnect(), this.producer.disconnect()]);
  }
}
