import { readFile } from 'node:fs/promises';
import { createTopics, KafkaBus } from '@centavo/messaging';
import { newId, type KafkaAccess, type Logger } from '@centavo/runtime';
import { eventually, RecordingLogger, silentLogger } from '@centavo/testing';
import { CollectedDeadLetters } from '../../libs/messaging/src/testing/bus-fixture.js';
import { KafkaBroker } from '../../scripts/lib/kafka.mjs';

const START_TIMEOUT_MS = 120_000;

describe('a Kafka that wants TLS and a password', () => {
  const signIn = { username: 'centavo', password: 'correct-horse' };
  const topic = `topic-${newId()}`;
  const repliesTopic = `replies-${newId()}`;
  let broker: KafkaBroker;
  let access: KafkaAccess & { sasl: NonNullable<KafkaAccess['sasl']> };
  const connect = (to: KafkaAccess, logger: Logger = silentLogger): KafkaBus =>
    new KafkaBus({ access: to, logger, requests: true, repliesTopic, groupsOf: () => [] });

  beforeAll(async () => {
    broker = await KafkaBroker.start({ signIn });
    const authority = await readFile(broker.authorityFile ?? '', 'utf8');
    access = { brokers: [broker.brokers], tls: { authority }, sasl: { mechanism: 'plain', ...signIn } };
    await createTopics(access, silentLogger, { partitions: 2, topics: [topic, repliesTopic] });
  }, START_TIMEOUT_MS);
  afterAll(() => broker.stop());

  it.each(['plain', 'scram-sha-256', 'scram-sha-512'] as const)('lets the bus in by %s', async (mechanism) => {
    const bus = connect({ ...access, sasl: { mechanism, ...signIn } });
    const group = `group-${newId()}`;
    const running = await bus.subscribe({
      group,
      topics: [topic],
      handlers: [{ kind: 'single', pattern: mechanism, handle: async ({ payload }) => payload }],
      deadLetters: new CollectedDeadLetters(),
    });
    await bus.connected();

    const message = { topic, key: 'key', id: newId(), type: mechanism, value: '"hello"', headers: {} };
    await expect(bus.request(message, 60_000)).resolves.toBe('hello');
    expect(bus.problem()).toBeNull();
    await running.stop();
    await bus.close();
  });

  it.each(['plain', 'scram-sha-256', 'scram-sha-512'] as const)(
    'says in a sentence that a password for %s is wrong, and says it once',
    async (mechanism) => {
      const logger = new RecordingLogger();
      const wrong = { mechanism, username: 'centavo', password: 'hunter2' };

      const bus = connect({ ...access, sasl: wrong }, logger);

      const sentence =
        /^Kafka does not let centavo in: KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD or .* is wrong \(.+\)\./;
      await eventually(() => expect(bus.problem()).toMatch(sentence));
      await expect(createTopics({ ...access, sasl: wrong }, silentLogger)).rejects.toThrow(sentence);
      expect(logger.warnings.filter((warning) => sentence.test(warning))).toHaveLength(1);
      expect([...logger.warnings, bus.problem()].join()).not.toContain('hunter2');
      await bus.close();
    },
  );

  it('names the settings where nothing is encrypted, nobody signs in, or its certificate is not trusted', async () => {
    const unreachable = `No Kafka broker answers at ${broker.brokers}.`;
    const { brokers, tls, sasl } = access;

    await expect(createTopics({ brokers, sasl }, silentLogger)).rejects.toThrow(unreachable);
    await expect(createTopics({ brokers, tls }, silentLogger, { topics: [topic] })).rejects.toThrow(unreachable);
    await expect(createTopics({ brokers, tls: { authority: undefined }, sasl }, silentLogger)).rejects.toThrow(
      unreachable,
    );
  });
});
