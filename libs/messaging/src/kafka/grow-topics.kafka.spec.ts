import { newId } from '@centavo/runtime';
import { eventually, silentLogger } from '@centavo/testing';
import { handles, messageTo, subscribe, uniqueGroup } from '../testing/bus-fixture.js';
import { KafkaFixture, testBrokers } from '../testing/kafka-fixture.js';
import { growTopics } from './grow-topics.js';

describe('a topic that grows', () => {
  let fixture: KafkaFixture;
  let group: string;
  let topic: string;
  const grow = (partitions: number): Promise<string[]> =>
    growTopics({
      access: { brokers: testBrokers() },
      logger: silentLogger,
      partitions,
      topics: [topic],
      groupsOf: () => [group],
    });

  beforeEach(async () => {
    fixture = await KafkaFixture.open();
    group = uniqueGroup();
    topic = await fixture.createTopic([group], { partitions: 2 });
  });
  afterEach(() => fixture.close());

  it('does so only while nobody is connected and nothing is unfinished, and loses nothing that comes then', async () => {
    const seen: unknown[] = [];
    const note = handles('noted', ({ payload }) => seen.push(payload));
    const publish = async (numbers: readonly number[]): Promise<void> => {
      const bus = await fixture.connect();
      await bus.publish(numbers.map((number) => messageTo(topic, `key-${number}`, 'noted', number)));
    };
    const listen = async () => subscribe(await fixture.connect(), { group, topics: [topic], handlers: [note] });

    await publish([1, 2, 3]);
    await expect(grow(5)).rejects.toThrow(`${group} has not finished 3 messages of ${topic}`);
    const first = await listen();
    await eventually(() => expect(seen).toHaveLength(3));
    await expect(grow(5)).rejects.toThrow(`${group} must be stopped`);
    await first.running.stop();

    await expect(grow(5)).resolves.toEqual([topic]);
    await expect(grow(5)).resolves.toEqual([]);
    await expect(grow(3)).resolves.toEqual([]);

    await publish(Array.from({ length: 40 }, (_, index) => index + 4));
    const second = await listen();
    await eventually(() => expect(new Set(seen).size).toBe(43));
    await second.running.stop();
  });

  it('does not do so while a gateway waits for answers', async () => {
    const bus = await fixture.connect();
    const { running } = await subscribe(bus, { group, topics: [topic], handlers: [handles('echoed', () => 'hello')] });
    await bus.request(messageTo(topic, 'key', 'echoed', newId()), 60_000);
    await running.stop();

    await expect(grow(5)).rejects.toThrow('cannot grow now: a gateway must be stopped');
  });
});
