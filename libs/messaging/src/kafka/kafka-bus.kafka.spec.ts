import { newId } from '@centavo/runtime';
import { eventually, silentLogger } from '@centavo/testing';
import { BusUnavailableError, ReplyTimeoutError } from '../bus.js';
import { describeBus } from '../testing/bus-contract.js';
import { handles, messageTo, publishDurably, subscribe, uniqueGroup } from '../testing/bus-fixture.js';
import { startConsumerProcess } from '../testing/consumer-process.js';
import { KafkaFixture, testBrokers } from '../testing/kafka-fixture.js';
import { startTcpProxy } from '../testing/tcp-proxy.js';
import { createTopics } from './create-topics.js';
import { KafkaBus } from './kafka-bus.js';

describeBus('the Kafka bus', () => KafkaFixture.open());

describe('the Kafka bus', () => {
  let fixture: KafkaFixture;

  beforeAll(async () => {
    fixture = await KafkaFixture.open();
  });
  afterAll(() => fixture.close());

  it('loses nothing when a consumer is killed', async () => {
    const group = uniqueGroup();
    const topic = await fixture.createTopic([group]);
    const bus = await fixture.connect();
    const numbers = Array.from({ length: 300 }, (_, number) => number);
    await bus.publish(numbers.map((number) => messageTo(topic, `key-${number % 20}`, 'noted', number)));

    const victim = startConsumerProcess({ brokers: testBrokers(), group, topic });
    await eventually(() => expect(victim.handled.length).toBeGreaterThan(20));
    await victim.kill();

    const handled = new Set(victim.handled);
    expect(handled.size).toBeLessThan(numbers.length);
    const note = handles('noted', ({ payload }) => handled.add(payload as number));
    const { running } = await subscribe(bus, { group, topics: [topic], handlers: [note] });
    await eventually(() => expect(handled.size).toBe(numbers.length));
    await running.stop();
  });

  it('loses nothing and keeps the order of keys while members of a group come and go', async () => {
    const group = uniqueGroup();
    const topic = await fixture.createTopic([group], { partitions: 6 });
    const bus = await fixture.connect();
    const last = new Map<string, number>();
    const seen = new Set<string>();
    const note = handles('noted', ({ key, payload }) => {
      seen.add(`${key}/${String(payload)}`);
      last.set(key, payload as number);
    });
    const join = async () => subscribe(await fixture.connect(), { group, topics: [topic], handlers: [note] });
    const first = await join();

    const members = [];
    for (let round = 0; round < 6; round += 1) {
      if (round === 1 || round === 2) members.push(await join());
      if (round === 4) await members[0]?.running.stop();
      for (let number = round * 10; number < round * 10 + 10; number += 1) {
        await publishDurably(
          bus,
          Array.from({ length: 12 }, (_, key) => messageTo(topic, `key-${key}`, 'noted', number)),
        );
      }
    }

    await eventually(() => expect(seen.size).toBe(12 * 60));
    await eventually(() => expect([...last.values()]).toEqual(Array<number>(12).fill(59)));
    await Promise.all([first, ...members.slice(1)].map(({ running }) => running.stop()));
  });

  it('refuses at once while no broker answers, and recovers by itself', async () => {
    const group = uniqueGroup();
    const topic = await fixture.createTopic([group]);
    const echo = handles('echoed', ({ payload }) => payload);
    const { running } = await subscribe(await fixture.connect(), { group, topics: [topic], handlers: [echo] });
    const proxy = await startTcpProxy(testBrokers()[0] ?? '');
    await proxy.close();

    const repliesTopic = fixture.repliesTopic;
    const bus = new KafkaBus({
      access: { brokers: [proxy.address] },
      logger: silentLogger,
      requests: true,
      repliesTopic,
    });
    expect(bus.problem()).toBe('not connected to Kafka');
    const message = messageTo(topic, 'key', 'echoed', 'hello');
    await expect(bus.request(message, 60_000)).rejects.toThrow(BusUnavailableError);
    await expect(bus.publish([message])).rejects.toThrow(BusUnavailableError);

    await proxy.reopen();
    await eventually(() => expect(bus.problem()).toBeNull());
    await expect(bus.request({ ...message, id: newId() }, 60_000)).resolves.toBe('hello');

    await Promise.all([bus.close(), running.stop()]);
    await proxy.close();
  });

  it('skips what others wrote to its topics', async () => {
    const group = uniqueGroup();
    const topic = await fixture.createTopic([group]);
    const seen: unknown[] = [];
    const note = handles('noted', ({ payload }) => seen.push(payload));
    const bus = await fixture.connect();
    const { running, deadLetters } = await subscribe(bus, { group, topics: [topic], handlers: [note] });

    await fixture.produceForeign(topic, [
      { key: null, value: null },
      { key: 'key', value: Buffer.from([0xff, 0x00]), headers: { other: 'x' } },
      { key: 'key', value: 'no JSON', headers: { type: 'noted' } },
    ]);
    await bus.publish([messageTo(topic, 'key', 'noted', 1)]);

    await eventually(() => expect(seen).toEqual([1]));
    expect(deadLetters.letters.map(({ message }) => message.id)).toEqual([expect.stringMatching(`^${topic}/`)]);
    await running.stop();
  });

  it('sends rows that are larger together than a request may be', async () => {
    const group = uniqueGroup();
    const topic = await fixture.createTopic([group]);
    const sizes: number[] = [];
    const note = handles('noted', ({ value }) => sizes.push(value.length));
    const bus = await fixture.connect();
    const { running } = await subscribe(bus, { group, topics: [topic], handlers: [note] });

    const half = 'x'.repeat(500_000);
    await bus.publish(Array.from({ length: 6 }, () => messageTo(topic, 'key', 'noted', half)));

    await eventually(() => expect(sizes).toHaveLength(6));
    await running.stop();
  });

  it('tells the operator what to do when no broker answers', async () => {
    await expect(createTopics({ brokers: ['127.0.0.1:1'] }, silentLogger)).rejects.toThrow(
      'No Kafka broker answers at 127.0.0.1:1. Start Kafka, or set KAFKA_BROKERS to where it listens',
    );
  });

  it('creates the topics that are missing and leaves the others alone', async () => {
    const topics = [`topic-${newId()}`, `topic-${newId()}`];
    await expect(createTopics({ brokers: testBrokers() }, silentLogger, { partitions: 3, topics })).resolves.toEqual(
      topics,
    );
    await expect(createTopics({ brokers: testBrokers() }, silentLogger, { partitions: 5, topics })).resolves.toEqual(
      [],
    );
  });

  it('says why the broker does not make topics', async () => {
    const topics = [`topic-${newId()}`];
    await expect(
      createTopics({ brokers: testBrokers() }, silentLogger, { replicationFactor: 3, topics }),
    ).rejects.toThrow(/^Kafka does not make the topics: Replication.factor/i);
  });

  it('stops waiting for an answer that nobody gives', async () => {
    const topic = await fixture.createTopic([]);
    const bus = await fixture.connect();

    await expect(bus.request(messageTo(topic, 'key', 'asked', {}), 1_500)).rejects.toThrow(ReplyTimeoutError);
  });
});
