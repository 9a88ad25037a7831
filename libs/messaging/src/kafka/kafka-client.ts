import type { Logger } from '@centavo/runtime';
import type { Kafka as KafkaClient, LogEntry, RetryOptions } from 'kafkajs';
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

/** @param brokers `host:port` */
export function createKafka(brokers: readonly string[], logger: Logger, clientId = 'centavo'): KafkaClient {
  return new Kafka({
    clientId,
    brokers: [...brokers],
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
