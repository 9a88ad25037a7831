import { setImmediate as nextTurn } from 'node:timers/promises';
import { eventually } from '@centavo/testing';
import { type BusFixture, handles, messageTo, publishDurably, subscribe, uniqueGroup } from '../bus-fixture.js';

export function describeStopping(fixture: () => BusFixture): void {
  describe('stopping', () => {
    it('finishes what was started and leaves the rest to whoever comes next', async () => {
      const group = uniqueGroup();
      const [topic, bus] = [await fixture().createTopic([group]), await fixture().connect()];
      const gate = Promise.withResolvers<void>();
      const started: number[] = [];
      const finished: number[] = [];
      const work = handles('worked', async ({ payload }) => {
        started.push(payload as number);
        await gate.promise;
        finished.push(payload as number);
      });
      const first = await subscribe(bus, { group, topics: [topic], handlers: [work] });
      const published = publishDurably(
        bus,
        [1, 2, 3].map((number) => messageTo(topic, 'key', 'worked', number)),
      );
      await eventually(() => expect(started).toEqual([1]));

      const stopped = first.running.stop();
      await nextTurn();
      gate.resolve();
      await stopped;
      expect(finished).toEqual([1]);

      const second = await subscribe(bus, { group, topics: [topic], handlers: [work] });
      await published;
      await eventually(() => expect(finished.slice(-2)).toEqual([2, 3]));
      await second.running.stop();
    });

    it('repeats nothing that was finished before a stop', async () => {
      const group = uniqueGroup();
      const [topic, bus] = [await fixture().createTopic([group]), await fixture().connect()];
      const seen: unknown[] = [];
      const note = handles('noted', ({ payload }) => seen.push(payload));
      const first = await subscribe(bus, { group, topics: [topic], handlers: [note] });
      await bus.publish([1, 2, 3].map((number) => messageTo(topic, 'key', 'noted', number)));
      await eventually(() => expect(seen).toHaveLength(3));
      await first.running.stop();

      const second = await subscribe(bus, { group, topics: [topic], handlers: [note] });
      await bus.publish([messageTo(topic, 'key', 'noted', 4)]);

      await eventually(() => expect(seen).toContain(4));
      expect(seen).toEqual([1, 2, 3, 4]);
      await second.running.stop();
    });
  });
}
