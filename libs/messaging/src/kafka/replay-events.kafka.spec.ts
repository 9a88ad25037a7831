import { eventually, silentLogger } from '@centavo/testing';
import type { ReceivedMessage } from '../bus.js';
import { handles, messageTo, subscribe, uniqueGroup } from '../testing/bus-fixture.js';
import { startConsumerProcess } from '../testing/consumer-process.js';
import { KafkaFixture, testBrokers } from '../testing/kafka-fixture.js';
import type { KafkaBus } from './kafka-bus.js';
import { replayEvents, type ReplayOptions } from './replay-events.js';

const areEven = (events: readonly ReceivedMessage[]) => events.map(({ payload }) => Number(payload) % 2 === 0);

describe('Events that are published once more after a restore', () => {
  let fixture: KafkaFixture;
  let bus: KafkaBus;
  let group: string;
  let topic: string;
  beforeAll(async () => {
    fixture = await KafkaFixture.open();
    bus = await fixture.connect();
  });
  beforeEach(async () => {
    group = uniqueGroup();
    topic = await fixture.createTopic([group]);
    await bus.publish([1, 2, 3, 4].map((number) => messageTo(topic, 'key', 'noted', number)));
  });
  afterAll(() => fixture.close());

  const replay = (hasHappened: ReplayOptions['hasHappened']) =>
    replayEvents({
      access: { brokers: testBrokers() },
      logger: silentLogger,
      since: 0,
      hasHappened,
      topics: [topic],
      groupsOf: () => [group],
      sessionTimeoutMs: 2_000,
    });
  const listen = async () => {
    const heard: unknown[] = [];
    const { running } = await subscribe(bus, {
      group,
      topics: [topic],
      handlers: [handles('noted', ({ payload }) => heard.push(payload))],
    });
    return { heard, running };
  };

  it('are heard, and none that has not happened, also when it was killed and run again', async () => {
    await expect(replay(() => Promise.reject(new Error('killed')))).rejects.toThrow('killed');
    expect(await replay(async (events) => areEven(events))).toEqual({ published: 2, dropped: 2 });

    const { heard, running } = await listen();
    await bus.publish([messageTo(topic, 'key', 'noted', 'new')]);
    await eventually(() => expect(heard).toContain('new'));
    await running.stop();
    expect(heard).toEqual([2, 4, 'new']);
  });

  it('are published on when those who listened were killed, as soon as that is known', async () => {
    const victim = startConsumerProcess({ brokers: testBrokers(), group, topic });
    await eventually(() => expect(victim.handled).toHaveLength(4));
    await victim.kill();
    expect(await replay(async (events) => areEven(events))).toEqual({ published: 2, dropped: 2 });
  });

  it('are not published on while a service runs, nor when one is started before the end', async () => {
    const { running } = await listen();
    await eventually(() => expect(bus.problem()).toBeNull());
    await expect(replay(async (events) => areEven(events))).rejects.toThrow('Stop all services first');
    await running.stop();

    let early: Awaited<ReturnType<typeof listen>> | undefined;
    const startEarly = async (events: readonly ReceivedMessage[]) => {
      early ??= await listen();
      await eventually(() => expect(bus.problem()).toBeNull());
      return areEven(events);
    };
    await expect(replay(startEarly)).rejects.toThrow('was started too early');
    await early?.running.stop();
    expect(early?.heard).toEqual([]);
  });
});
