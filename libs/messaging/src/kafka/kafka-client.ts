import type { KafkaAccess, Logger } from '@centavo/runtime';
import type { Kafka as KafkaClient, KafkaConfig, LogEntry, RetryOptions } from 'kafkajs';
import { Kafka, logLevel } from './kafkajs.js';

/** How kafkajs itself retries one call. Given explicitly: its defaults change under `NODE_ENV=test`. */
export const RETRY: RetryOptions = {
  initialRetryTime: 100,
  multiplier: 2,
  maxRetryTime: 1_000,
  factor: 0.2,
  retries: 2,
};

const CONNECTION_TIMEOUT_MS = 2_000;
const REQUEST_TIMEOUT_MS = 5_000;

/** The one place where clients of Kafka are made. */
export function createKafka({ brokers, tls, sasl }: KafkaAccess, logger: Logger, clientId = 'centavo'): KafkaClient {
  return new Kafka({
    clientId,
    brokers: [...brokers],
    ssl: tls ? { ca: tls.authority } : false,
    // kafkajs writes into it.
    sasl: sasl && ({ ...sasl } as KafkaConfig['sasl']),
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    enforceRequestTimeout: true,
    retry: RETRY,
    logLevel: logLevel.WARN,
    // kafkajs reports what it is about to retry as errors; what matters reaches us as rejections and events.
    logCreator: () => (entry: LogEntry) => {
      logger.debug(`kafkajs: ${entry.log.message}`, { reason: String(entry.log['error'] ?? '') || undefined });
    },
  });
}

/** Why Kafka cannot be used, in one sentence that names the settings to look at. */
export function whyNoKafka(error: unknown, { brokers, sasl }: KafkaAccess): string {
  const { name, message } = error as Error;
  if (name === 'KafkaJSSASLAuthenticationError') {
    return `Kafka does not let ${sasl?.username} in: KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD or KAFKA_SASL_MECHANISM is wrong (${message}).`;
  }
  return `No Kafka broker answers at ${brokers.join(', ')}. Start Kafka, or set KAFKA_BROKERS to where it listens, and KAFKA_TLS and KAFKA_SASL_MECHANISM as it wants.`;
}
