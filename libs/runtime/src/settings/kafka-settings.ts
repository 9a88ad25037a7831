import { certificateFile, integer, list, oneOf, optionalInteger } from './parsers.js';
import { flag, optionalText, row, type Parser } from './setting-row.js';

const SASL_MECHANISMS = ['none', 'plain', 'scram-sha-256', 'scram-sha-512'] as const;

/** Where Kafka is, how one gets in, and how the topics step makes topics. */
export const KAFKA_SETTINGS = {
  kafkaBrokers: row('KAFKA_BROKERS', list, ['localhost:9092'], 'Kafka brokers as host:port, comma-separated.'),
  kafkaTls: row(
    'KAFKA_TLS',
    flag,
    false,
    'Whether connections to Kafka are encrypted, and its certificate is checked.',
  ),
  kafkaTlsAuthority: row(
    'KAFKA_TLS_CA_FILE',
    certificateFile as Parser<string | undefined>,
    undefined,
    'File with the certificate (PEM) of the authority that signed Kafka’s, when it is none that everybody knows.',
  ),
  kafkaSaslMechanism: row(
    'KAFKA_SASL_MECHANISM',
    oneOf(...SASL_MECHANISMS),
    'none',
    'How the platform signs in to Kafka. `plain` shows the password to the network unless KAFKA_TLS is on.',
  ),
  kafkaSaslUsername: row('KAFKA_SASL_USERNAME', optionalText, undefined, 'Who it signs in as.'),
  kafkaSaslPassword: row('KAFKA_SASL_PASSWORD', optionalText, undefined, 'Password of that user.', { secret: true }),
  kafkaPartitions: row(
    'KAFKA_PARTITIONS',
    optionalInteger(1, 1000),
    undefined,
    'Partitions of each topic that the topics step makes: 8, when nothing is said. A service has work for as many instances. A higher number later makes existing topics grow (docs/maintenance.md).',
    { unit: 'partitions' },
  ),
  kafkaReplicationFactor: row(
    'KAFKA_REPLICATION_FACTOR',
    optionalInteger(1, 100),
    undefined,
    'Copies of each topic that the topics step makes; without it, what the brokers decide. From 3 on, 2 of them must have a message before it counts as sent.',
    { unit: 'copies' },
  ),
  kafkaSessionTimeoutMs: row(
    'KAFKA_SESSION_TIMEOUT_MS',
    integer(1000, 300_000),
    6000,
    'How long the work of a killed instance waits until another takes it over. The broker must allow it (group.min.session.timeout.ms).',
    { unit: 'ms' },
  ),
};
