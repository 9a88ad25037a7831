import { newId } from '@centavo/runtime';
import { silentLogger } from '@centavo/testing';
import { BusUnavailableError, ReplyTimeoutError } from '../bus.js';
import { describeBus } from '../testing/bus-contract.js';
import { handles, messageTo, subscribe, TEST_RETRY_POLICY, uniqueGroup } from '../testing/bus-fixture.js';
import { InProcessBus } from './in-process-bus.js';

const newBus = (groupsOf?: (topic: string) => readonly string[]): InProcessBus =>
  new InProcessBus({ logger: silentLogger, retryPolicy: TEST_RETRY_POLICY, groupsOf });

describeBus('the in-process bus', async () => {
  const bus = newBus();
  return {
    createTopic: async () => `topic-${newId()}`,
    connect: async () => bus,
    close: () => bus.close(),
  };
});

describe('the in-process bus', () => {
  it('counts a message as published only when every group has finished it', async () => {
    const bus = newBus();
    const gate = Promise.withResolvers<void>();
    const wait = handles('noted', () => gate.promise);
    const { running } = await subscribe(bus, { group: uniqueGroup(), topics: ['topic'], handlers: [wait] });
    let isPublished = false;
    const published = bus.publish([messageTo('topic', 'key', 'noted', 1)]).then(() => (isPublished = true));

    await new Promise((resolve) => setImmediate(resolve));
    expect(isPublished).toBe(false);

    gate.resolve();
    await published;
    await running.stop();
  });

  it('refuses a topic while a group that has to hear it is not there', async () => {
    const bus = newBus((topic) => (topic === 'topic' ? ['ledger'] : []));
    await expect(bus.publish([messageTo('topic', 'key', 'noted', 1)])).rejects.toThrow(BusUnavailableError);

    const seen: unknown[] = [];
    const note = handles('noted', ({ payload }) => seen.push(payload));
    const { running } = await subscribe(bus, { group: 'ledger', topics: ['topic'], handlers: [note] });
    await bus.publish([messageTo('topic', 'key', 'noted', 2)]);

    expect(seen).toEqual([2]);
    await running.stop();
  });

  it('takes messages that nobody listens to', async () => {
    await expect(newBus().publish([messageTo('elsewhere', 'key', 'noted', 1)])).resolves.toBeUndefined();
  });

  it('does not let whoever still waits when it closes believe that nothing was done', async () => {
    const bus = newBus();
    const gate = Promise.withResolvers<void>();
    const work = handles('worked', () => gate.promise);
    const { running } = await subscribe(bus, { group: uniqueGroup(), topics: ['topic'], handlers: [work] });
    const asked = bus.request(messageTo('topic', 'key', 'worked', 1), 60_000);
    await Promise.all([expect(asked).rejects.toThrow(ReplyTimeoutError), bus.close()]);

    gate.resolve();
    await running.stop();
  });

  it('refuses everything once closed', async () => {
    const bus = newBus();
    await bus.close();

    expect(bus.problem()).toBe('closed');
    await expect(bus.publish([messageTo('topic', 'key', 'noted', 1)])).rejects.toThrow(BusUnavailableError);
    await expect(bus.request(messageTo('topic', 'key', 'noted', 1), 1_000)).rejects.toThrow(BusUnavailableError);
  });
});
