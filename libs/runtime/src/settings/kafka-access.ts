import type { SettingValues } from './settings-table.js';

/** Where Kafka is, and how one gets in. */
export interface KafkaAccess {
  /** `host:port` */
  readonly brokers: readonly string[];
  /** Undefined: connections are not encrypted. */
  readonly tls?: { /** PEM */ readonly authority: string | undefined } | undefined;
  /** Undefined: nobody signs in. */
  readonly sasl?: KafkaSignIn | undefined;
}

/** As whom the platform signs in to Kafka. */
export interface KafkaSignIn {
  readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  readonly username: string;
  readonly password: string;
}

export function kafkaAccess(settings: SettingValues): KafkaAccess {
  const { kafkaSaslMechanism: mechanism, kafkaSaslUsername: username, kafkaSaslPassword: password } = settings;
  const isSignedIn = mechanism !== 'none' && username !== undefined && password !== undefined;
  return {
    brokers: settings.kafkaBrokers,
    tls: settings.kafkaTls ? { authority: settings.kafkaTlsAuthority } : undefined,
    sasl: isSignedIn ? { mechanism, username, password } : undefined,
  };
}

/** Settings that mean nothing without each other, as sentences: who gives one means to be protected by it. */
export function missingForKafka(settings: SettingValues): string[] {
  const problems: string[] = [];
  const credentials = [settings.kafkaSaslUsername, settings.kafkaSaslPassword];
  if (settings.kafkaSaslMechanism !== 'none' && credentials.includes(undefined)) {
    problems.push('KAFKA_SASL_MECHANISM needs KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD.');
  }
  if (settings.kafkaSaslMechanism === 'none' && credentials.some((given) => given !== undefined)) {
    problems.push('KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD need KAFKA_SASL_MECHANISM.');
  }
  if (settings.kafkaTlsAuthority !== undefined && !settings.kafkaTls) {
    problems.push('KAFKA_TLS_CA_FILE needs KAFKA_TLS=true.');
  }
  return problems;
}
