import type { SpanStart } from '@centavo/runtime';
import type { AddressedMessage } from '../bus.js';

/** Of a message to the bus; of a command until its answer. Attributes as OpenTelemetry's conventions for messaging name them. */
export const sending = (message: AddressedMessage): SpanStart => ({
  name: `send ${message.type}`,
  kind: 'producer',
  attributes: {
    'messaging.operation.type': 'send',
    'messaging.operation.name': 'send',
    ...attributesOf(message),
  },
});

/** Of one message with its handler. @param batchSize of the batch that it is handled with */
export const handling = (message: AddressedMessage, group: string, batchSize?: number): SpanStart => ({
  name: `process ${message.type}`,
  kind: 'consumer',
  attributes: {
    'messaging.operation.type': 'process',
    'messaging.operation.name': 'process',
    'messaging.consumer.group.name': group,
    ...(batchSize !== undefined && { 'messaging.batch.message_count': batchSize }),
    ...attributesOf(message),
  },
});

const attributesOf = ({ topic, id, key }: AddressedMessage) => ({
  'messaging.system': 'kafka',
  'messaging.destination.name': topic,
  'messaging.message.id': id,
  'messaging.kafka.message.key': key,
});
