import { eventually } from '@centavo/testing';
import { BusUnavailableError, RetriableError } from '../../bus.js';
import {
  type BusFixture,
  CollectedDeadLetters,
  handles,
  messageTo,
  publishDurably,
  subscribe,
  TEST_RETRY_POLICY,
  uniqueGroup,
} from '../bus-fixture.js';

export function describeFailures(fixture: () => BusFixture): void {
  describe('failures', () => {
    it('holds back only the key of a message that is to be tried again', async () => {
      const group = uniqueGroup();
      const [topic, bus] = [await fixture().createTopic([group]), await fixture().connect()];
      const seen: string[] = [];
      const note = handles('noted', ({ key, payload }) => {
        const name = `${key}${String(payload)}`;
        seen.push(name);
        if (name === 'a1' && !seen.includes('b1')) throw new BusUnavailableError('b1 was not here yet');
      });
      const { running, deadLetters } = await subscribe(bus, { group, topics: [topic], handlers: [note] });

      const published = publishDurably(bus, [messageTo(topic, 'a', 'noted', 1), messageTo(topic, 'a', 'noted', 2)]);
      await eventually(() => expect(seen).toContain('a1'));
      await publishDurably(bus, [messageTo(topic, 'b', 'noted', 1)]);
      await published;

      await eventually(() => expect(seen).toContain('a2'));
      expect(seen.slice(-2)).toEqual(['a1', 'a2']);
      expect(seen.indexOf('b1')).toBeGreaterThan(0);
      expect(deadLetters.letters).toEqual([]);
      await running.stop();
    });

    it('gives up after a bounded number of attempts and goes on with the key', async () => {
      const group = uniqueGroup();
      const [topic, bus] = [await fixture().createTopic([group]), await fixture().connect()];
      const seen: unknown[] = [];
      const note = handles('noted', ({ payload }) => {
        seen.push(payload);
        if (payload === 1) throw new RetriableError('never ready');
      });
      const { running, deadLetters } = await subscribe(bus, { group, topics: [topic], handlers: [note] });

      await publishDurably(
        bus,
        [1, 2].map((number) => messageTo(topic, 'a', 'noted', number)),
      );

      await eventually(() => expect(seen).toContain(2));
      const { maxAttempts } = TEST_RETRY_POLICY;
      expect(seen).toEqual([...Array<number>(maxAttempts).fill(1), 2]);
      expect(deadLetters.letters).toMatchObject([
        { group, attempts: maxAttempts, reason: 'RetriableError: never ready' },
      ]);
      await running.stop();
    });

    it('dead-letters anything else at once, with reason and origin', async () => {
      const group = uniqueGroup();
      const [topic, bus] = [await fixture().createTopic([group]), await fixture().connect()];
      const seen: unknown[] = [];
      const note = handles('noted', ({ payload }) => {
        if (payload === 'bad') throw new TypeError('not a charge');
        seen.push(payload);
      });
      const { running, deadLetters } = await subscribe(bus, { group, topics: [topic], handlers: [note] });

      const bad = { ...messageTo(topic, 'a', 'noted', 'bad'), headers: { correlationId: 'c' } };
      await publishDurably(bus, [bad, messageTo(topic, 'a', 'noted', 'good')]);

      await eventually(() => expect(seen).toEqual(['good']));
      expect(deadLetters.letters).toHaveLength(1);
      expect(deadLetters.letters[0]).toMatchObject({
        group,
        attempts: 1,
        reason: 'TypeError: not a charge',
        message: { id: bad.id, topic, key: 'a', type: 'noted', value: '"bad"', headers: { correlationId: 'c' } },
      });
      await running.stop();
    });

    it('lets the neighbours of a message pass that is no JSON', async () => {
      const group = uniqueGroup();
      const [topic, bus] = [await fixture().createTopic([group]), await fixture().connect()];
      const seen: unknown[] = [];
      const note = handles('noted', ({ payload }) => seen.push(payload));
      const { running, deadLetters } = await subscribe(bus, { group, topics: [topic], handlers: [note] });

      const poison = { ...messageTo(topic, 'a', 'noted', null), value: '{"open": \0' };
      await publishDurably(bus, [messageTo(topic, 'a', 'noted', 1), poison, messageTo(topic, 'a', 'noted', 2)]);

      await eventually(() => expect(seen).toEqual([1, 2]));
      expect(deadLetters.letters.map(({ message }) => message.value)).toEqual([poison.value]);
      await running.stop();
    });

    it('keeps the message as long as its dead letter cannot be kept', async () => {
      const group = uniqueGroup();
      const [topic, bus] = [await fixture().createTopic([group]), await fixture().connect()];
      const seen: unknown[] = [];
      let broken = true;
      const note = handles('noted', ({ payload }) => {
        if (broken) throw new Error('broken');
        seen.push(payload);
      });
      const refusing = new CollectedDeadLetters();
      refusing.refusing = true;
      const { running } = await subscribe(bus, { group, topics: [topic], handlers: [note] }, refusing);

      const published = publishDurably(bus, [messageTo(topic, 'a', 'noted', 1)]);
      await eventually(() => expect(refusing.refusals).toBeGreaterThan(TEST_RETRY_POLICY.maxAttempts));
      broken = false;
      await published;

      await eventually(() => expect(seen).toEqual([1]));
      expect(refusing.letters).toEqual([]);
      await running.stop();
    });
  });
}
