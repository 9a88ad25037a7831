import { eventually } from '@centavo/testing';
import {
  type BatchHandler,
  BusUnavailableError,
  type MemberOutcome,
  type ReceivedMessage,
  RetriableError,
} from '../../bus.js';
import { type BusFixture, handles, messageTo, publishDurably, subscribe, uniqueGroup } from '../bus-fixture.js';

type HandleBatch = (
  payloads: readonly number[],
  messages: readonly ReceivedMessage[],
) => readonly MemberOutcome[] | void;

const batches = (pattern: string, handle: HandleBatch): BatchHandler => ({
  kind: 'batch',
  pattern,
  maxSize: 100,
  lingerMs: 10,
  handle: async (messages) =>
    handle(
      messages.map(({ payload }) => payload as number),
      messages,
    ),
});

const numbersTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

export function describeBatches(fixture: () => BusFixture): void {
  describe('batches', () => {
    it('takes what is ready together', async () => {
      const group = uniqueGroup();
      const [topic, bus] = [await fixture().createTopic([group]), await fixture().connect()];
      const sizes: number[] = [];
      const handlers = [batches('noted', (payloads) => void sizes.push(payloads.length))];
      const { running } = await subscribe(bus, { group, topics: [topic], handlers });

      await bus.publish(numbersTo(250).map((number) => messageTo(topic, `key-${number % 50}`, 'noted', number)));

      await eventually(() => expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(250));
      expect(sizes.length).toBeLessThan(25);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
      await running.stop();
    });

    it('lets one bad member fall out alone while the others commit', async () => {
      const group = uniqueGroup();
      const [topic, bus] = [await fixture().createTopic([group]), await fixture().connect()];
      const committed: number[] = [];
      const handlers = [
        batches('noted', (payloads) => {
          if (payloads.includes(13)) throw new Error('unlucky');
          committed.push(...payloads);
        }),
      ];
      const { running, deadLetters } = await subscribe(bus, { group, topics: [topic], handlers });

      await bus.publish(numbersTo(60).map((number) => messageTo(topic, `key-${number}`, 'noted', number)));

      await eventually(() => expect(committed).toHaveLength(59));
      expect(committed.toSorted((a, b) => a - b)).toEqual(numbersTo(60).filter((number) => number !== 13));
      await eventually(() => expect(deadLetters.letters.map(({ message }) => message.value)).toEqual(['13']));
      await running.stop();
    });

    it('keeps the order of a key when a member has to be tried again', async () => {
      const group = uniqueGroup();
      const [topic, bus] = [await fixture().createTopic([group]), await fixture().connect()];
      const committed: number[] = [];
      let failures = 2;
      const handlers = [
        batches('noted', (payloads) => {
          if (payloads.includes(5) && failures > 0) {
            if (payloads.length === 1) failures -= 1;
            throw new RetriableError('not yet');
          }
          committed.push(...payloads);
        }),
      ];
      const { running, deadLetters } = await subscribe(bus, { group, topics: [topic], handlers });

      await publishDurably(
        bus,
        numbersTo(20).map((number) => messageTo(topic, `key-${number % 2}`, 'noted', number)),
      );

      await eventually(() => expect(committed).toHaveLength(20));
      const odd = committed.filter((number) => number % 2 === 1);
      expect(odd).toEqual(numbersTo(20).filter((number) => number % 2 === 1));
      expect(deadLetters.letters).toEqual([]);
      await running.stop();
    });

    it('keeps the order of a key across single and batch handlers', async () => {
      const group = uniqueGroup();
      const [topic, bus] = [await fixture().createTopic([group]), await fixture().connect()];
      const seen: number[] = [];
      const handlers = [
        batches('many', (payloads) => void seen.push(...payloads)),
        handles('one', async ({ payload }) => {
          await new Promise((resolve) => setImmediate(resolve));
          seen.push(payload as number);
        }),
      ];
      const { running } = await subscribe(bus, { group, topics: [topic], handlers });

      await bus.publish(
        numbersTo(40).map((number) => messageTo(topic, 'key', number % 5 === 0 ? 'one' : 'many', number)),
      );

      await eventually(() => expect(seen).toEqual(numbersTo(40)));
      await running.stop();
    });

    it('tries the whole batch again after an outage instead of halving it', async () => {
      const group = uniqueGroup();
      const [topic, bus] = [await fixture().createTopic([group]), await fixture().connect()];
      const calls: number[] = [];
      const outages: number[] = [];
      let down = true;
      const handlers = [
        batches('noted', (payloads) => {
          calls.push(payloads.length);
          if (!down) return;
          down = outages.push(payloads.length) < 2;
          throw new BusUnavailableError('down');
        }),
      ];
      const { running, deadLetters } = await subscribe(bus, { group, topics: [topic], handlers });

      await publishDurably(
        bus,
        numbersTo(40).map((number) => messageTo(topic, 'key', 'noted', number)),
      );

      await eventually(() => expect(calls.slice(2).reduce((sum, size) => sum + size, 0)).toBe(40));
      expect(calls[1]).toBeGreaterThanOrEqual(calls[0] ?? 0);
      expect(Math.min(...calls.slice(2))).toBeGreaterThanOrEqual(outages[1] ?? 0);
      expect(deadLetters.letters).toEqual([]);
      await running.stop();
    });

    it('lets a batch answer for each member apart', async () => {
      const group = uniqueGroup();
      const [topic, bus] = [await fixture().createTopic([group]), await fixture().connect()];
      const handlers = [
        batches('doubled', (payloads) =>
          payloads.map((number) => (number < 0 ? { error: new Error('negative') } : { reply: number * 2 })),
        ),
      ];
      const { running, deadLetters } = await subscribe(bus, { group, topics: [topic], handlers });

      const ask = (number: number): Promise<unknown> =>
        bus.request(messageTo(topic, `key-${number}`, 'doubled', number), 60_000);
      const answers = await Promise.all([1, -1, 3].map(ask));

      expect(answers).toEqual([2, expect.objectContaining({ ok: false, error: 'internal_error' }), 6]);
      expect(deadLetters.letters.map(({ reason }) => reason)).toEqual(['Error: negative']);
      await running.stop();
    });
  });
}
