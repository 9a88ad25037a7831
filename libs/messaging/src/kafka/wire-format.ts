import type { IHeaders, KafkaMessage, Message as KafkaRecord } from 'kafkajs';
import { type AddressedMessage, type MessageHeaders, ReceivedMessage } from '../bus.js';

const ID = 'id';
const TYPE = 'type';

/** A message as a Kafka record: id and type become headers. */
export function toRecord(message: AddressedMessage): KafkaRecord {
  const headers: IHeaders = { [ID]: message.id, [TYPE]: message.type };
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined) headers[name] = value;
  }
  return { key: message.key, value: message.value, headers };
}

/**
 * A Kafka record as a message. Never throws: what somebody else wrote to the topic becomes a message too, with its place as id, and
 * is skipped or dead-lettered like any other.
 */
export function fromRecord(topic: string, partition: number, record: KafkaMessage): ReceivedMessage {
  const { [ID]: id, [TYPE]: type, ...headers } = textHeaders(record.headers);
  return new ReceivedMessage({
    topic,
    id: id ?? `${topic}/${partition}/${record.offset}`,
    type: type ?? '',
    key: record.key?.toString() ?? '',
    value: record.value?.toString() ?? '',
    headers,
  });
}

/** The value of one header, without decoding the others. */
export function headerOf(record: KafkaMessage, name: string): string | undefined {
  return record.headers?.[name]?.toString();
}

function textHeaders(headers: IHeaders = {}): MessageHeaders & { [ID]?: string; [TYPE]?: string } {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value?.toString()]));
}
