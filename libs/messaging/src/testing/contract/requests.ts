import { DomainError } from '@centavo/contracts';
import { eventually } from '@centavo/testing';
import { type Bus, ReplyTimeoutError } from '../../bus.js';
import { type BusFixture, handles, messageTo, subscribe, uniqueGroup } from '../bus-fixture.js';

const TIMEOUT_MS = 60_000;

function isOwn(answers: readonly unknown[], name: string): void {
  expect(answers).toEqual(answers.map((_, number) => `${name}-${number}`));
}

export function describeRequests(fixture: () => BusFixture): void {
  describe('requests', () => {
    it('brings the answer of the handler', async () => {
      const group = uniqueGroup();
      const [topic, bus] = [await fixture().createTopic([group]), await fixture().connect()];
      const greet = handles('greeted', ({ payload }) => ({ hello: payload }));
      const { running } = await subscribe(bus, { group, topics: [topic], handlers: [greet] });

      await expect(bus.request(messageTo(topic, 'a', 'greeted', 'Ana'), TIMEOUT_MS)).resolves.toEqual({ hello: 'Ana' });
      await running.stop();
    });

    it('brings a broken rule as an error answer, and a fault as internal_error', async () => {
      const group = uniqueGroup();
      const [topic, bus] = [await fixture().createTopic([group]), await fixture().connect()];
      const handlers = [
        handles('refused', () => Promise.reject(new DomainError('charge_not_found'))),
        handles('broken', () => Promise.reject(new Error('secret detail'))),
      ];
      const { running, deadLetters } = await subscribe(bus, { group, topics: [topic], handlers });

      const refused = bus.request(messageTo(topic, 'a', 'refused', {}), TIMEOUT_MS);
      const broken = bus.request(messageTo(topic, 'a', 'broken', {}), TIMEOUT_MS);

      await expect(refused).resolves.toMatchObject({ ok: false, error: 'charge_not_found' });
      await expect(broken).resolves.toMatchObject({ ok: false, error: 'internal_error' });
      expect(JSON.stringify(await broken)).not.toContain('secret');
      expect(deadLetters.letters.map(({ message }) => message.type)).toEqual(['broken']);
      await running.stop();
    });

    it('stops waiting at the deadline and never starts the command after it', async () => {
      const group = uniqueGroup();
      const [topic, bus] = [await fixture().createTopic([group]), await fixture().connect()];
      const gate = Promise.withResolvers<void>();
      const started: unknown[] = [];
      const work = handles('worked', async ({ payload }) => {
        started.push(payload);
        if (payload === 'first') await gate.promise;
      });
      const { running, deadLetters } = await subscribe(bus, { group, topics: [topic], handlers: [work] });

      const first = bus.request(messageTo(topic, 'a', 'worked', 'first'), TIMEOUT_MS);
      await eventually(() => expect(started).toEqual(['first']));
      await expect(bus.request(messageTo(topic, 'a', 'worked', 'late'), 300)).rejects.toThrow(ReplyTimeoutError);
      const third = bus.request(messageTo(topic, 'a', 'worked', 'third'), TIMEOUT_MS);
      gate.resolve();
      await Promise.all([first, third]);

      expect(started).toEqual(['first', 'third']);
      expect(deadLetters.letters).toEqual([]);
      await running.stop();
    });

    it('lets requesters come and go without losing the answers of the others', async () => {
      const group = uniqueGroup();
      const [topic, server] = [await fixture().createTopic([group]), await fixture().connect()];
      const echo = handles('echoed', ({ payload }) => payload);
      const { running } = await subscribe(server, { group, topics: [topic], handlers: [echo] });

      const askMany = async (bus: Bus, name: string): Promise<unknown[]> => {
        const numbers = Array.from({ length: 40 }, (_, number) => `${name}-${number}`);
        return Promise.all(numbers.map((text) => bus.request(messageTo(topic, text, 'echoed', text), TIMEOUT_MS)));
      };
      const [staying, leaving] = [await fixture().connect(), await fixture().connect()];
      isOwn(await askMany(leaving, 'leaving'), 'leaving');
      const unheard = askMany(leaving, 'unheard').catch((error: unknown) => error);
      const before = askMany(staying, 'before');
      if (leaving !== staying) await leaving.close();
      const coming = askMany(await fixture().connect(), 'coming');
      const after = askMany(staying, 'after');

      isOwn(await before, 'before');
      isOwn(await coming, 'coming');
      isOwn(await after, 'after');
      await unheard;
      await running.stop();
    });
  });
}
