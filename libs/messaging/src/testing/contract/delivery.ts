import { setImmediate as nextTurn } from 'node:timers/promises';
import { eventually } from '@centavo/testing';
import { type BusFixture, handles, messageTo, publishDurably, subscribe, uniqueGroup } from '../bus-fixture.js';

const KEYS = 10;
const MESSAGES_PER_KEY = 30;

export function describeDelivery(fixture: () => BusFixture): void {
  describe('delivery', () => {
    it('keeps the order of each key', async () => {
      const group = uniqueGroup();
      const [topic, bus] = [await fixture().createTopic([group]), await fixture().connect()];
      const seen = new Map<string, number[]>();
      const note = handles('noted', async ({ key, payload }) => {
        if ((payload as number) % 3 === 0) await nextTurn();
        seen.set(key, [...(seen.get(key) ?? []), payload as number]);
      });
      const { running } = await subscribe(bus, { group, topics: [topic], handlers: [note] });

      const numbers = Array.from({ length: MESSAGES_PER_KEY }, (_, index) => index);
      const keys = Array.from({ length: KEYS }, (_, index) => `key-${index}`);
      await Promise.all(
        numbers.map((number) => bus.publish(keys.map((key) => messageTo(topic, key, 'noted', number)))),
      );

      await eventually(() => expect([...seen.values()].flat()).toHaveLength(KEYS * MESSAGES_PER_KEY));
      for (const key of keys) expect(seen.get(key)).toEqual(numbers);
      await running.stop();
    });

    it('handles different keys at the same time', async () => {
      const group = uniqueGroup();
      const [topic, bus] = [await fixture().createTopic([group]), await fixture().connect()];
      const keys = ['a', 'b', 'c', 'd'];
      const started = new Set<string>();
      const finished = new Set<string>();
      const meet = handles('met', async ({ key }) => {
        started.add(key);
        // None can end before all have begun.
        await eventually(() => expect(started.size).toBe(keys.length));
        finished.add(key);
      });
      const { running } = await subscribe(bus, { group, topics: [topic], handlers: [meet] });

      await bus.publish(keys.map((key) => messageTo(topic, key, 'met', {})));

      await eventually(() => expect([...finished].toSorted()).toEqual(keys));
      await running.stop();
    });

    it('gives every message to each group', async () => {
      const groups = [uniqueGroup(), uniqueGroup()];
      const [topic, bus] = [await fixture().createTopic(groups), await fixture().connect()];
      const seen = new Map<string, unknown[]>(groups.map((group) => [group, []]));
      const subscriptions = await Promise.all(
        groups.map((group) => {
          const note = handles('noted', ({ payload }) => seen.get(group)?.push(payload));
          return subscribe(bus, { group, topics: [topic], handlers: [note] });
        }),
      );

      await bus.publish([1, 2, 3].map((number) => messageTo(topic, 'key', 'noted', number)));

      await eventually(() => groups.forEach((group) => expect(seen.get(group)).toEqual([1, 2, 3])));
      await Promise.all(subscriptions.map(({ running }) => running.stop()));
    });

    it('chooses the most specific handler by type and skips what nobody handles', async () => {
      const group = uniqueGroup();
      const [topic, bus] = [await fixture().createTopic([group]), await fixture().connect()];
      const seen: string[] = [];
      const handlers = ['charge.captured', 'charge.*'].map((pattern) =>
        handles(pattern, ({ type }) => seen.push(`${type} by ${pattern}`)),
      );
      const { running } = await subscribe(bus, { group, topics: [topic], handlers });

      const types = ['charge.failed', 'wallet.opened', 'charge.captured'];
      await bus.publish(types.map((type) => messageTo(topic, 'key', type, {})));

      await eventually(() => expect(seen).toHaveLength(2));
      expect(seen).toEqual(['charge.failed by charge.*', 'charge.captured by charge.captured']);
      await running.stop();
    });

    it('carries id, headers and the exact text of the value', async () => {
      const group = uniqueGroup();
      const [topic, bus] = [await fixture().createTopic([group]), await fixture().connect()];
      const seen: unknown[] = [];
      const note = handles('noted', ({ id, value, headers }) => seen.push({ id, value, headers }));
      const { running } = await subscribe(bus, { group, topics: [topic], handlers: [note] });

      const headers = { correlationId: 'request-1', traceparent: '00-a-b-01', merchantId: 'm' };
      const message = { ...messageTo(topic, 'key', 'noted', null), value: '{ "ção":  1.0 }', headers };
      await bus.publish([message]);

      await eventually(() => expect(seen).toEqual([{ id: message.id, value: message.value, headers }]));
      await running.stop();
    });

    it('tells how far the slowest group is behind', async () => {
      const group = uniqueGroup();
      const [topic, bus] = [await fixture().createTopic([group]), await fixture().connect()];
      const gate = Promise.withResolvers<void>();
      const wait = handles('noted', () => gate.promise);
      const { running } = await subscribe(bus, { group, topics: [topic], handlers: [wait] });

      const published = publishDurably(
        bus,
        Array.from({ length: 7 }, (_, number) => messageTo(topic, `key-${number}`, 'noted', number)),
      );

      await eventually(async () => expect(await bus.backlog(topic)).toBe(7));
      gate.resolve();
      await published;
      await eventually(async () => expect(await bus.backlog(topic)).toBe(0));
      await running.stop();
    });
  });
}
