import kafkajs from 'kafkajs';

/** kafkajs is CommonJS, and Node cannot see all of its exports by name. */
export const { AssignerProtocol, Kafka, KafkaJSError, logLevel, Partitioners } = kafkajs;
