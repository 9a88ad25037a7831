import { Writable } from 'node:stream';
import { PinoLogger } from '@centavo/runtime';
import { eventually } from '@centavo/testing';
import type { AddressedMessage, Handler } from '../bus.js';
import { InProcessBus } from '../in-process/in-process-bus.js';
import { handles, messageTo, subscribe, TEST_RETRY_POLICY, uniqueGroup } from '../testing/bus-fixture.js';

const of = (correlationId: string): AddressedMessage => ({
  ...messageTo('things', correlationId, 'thing', correlationId),
  headers: { correlationId },
});

describe('what handlers log', () => {
  const lines: Record<string, unknown>[] = [];
  const destination = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  const logger = PinoLogger.create('info', destination);
  let bus: InProcessBus;

  beforeEach(() => {
    lines.length = 0;
    bus = new InProcessBus({ logger, retryPolicy: TEST_RETRY_POLICY });
  });
  afterEach(() => bus.close());

  async function handled(handler: Handler, messages: readonly AddressedMessage[]): Promise<void> {
    const { running } = await subscribe(bus, { group: uniqueGroup(), topics: ['things'], handlers: [handler] });
    await bus.publish(messages);
    await running.stop();
  }

  it('names the request behind the message', async () => {
    await handled(
      handles('thing', () => logger.info('done')),
      [of('r1'), of('r2')],
    );

    expect(lines.map(({ correlationId }) => correlationId)).toEqual(['r1', 'r2']);
  });

  it('names of a batch all requests, and of the member that failed its own', async () => {
    const batch: Handler = {
      kind: 'batch',
      pattern: 'thing',
      maxSize: 10,
      lingerMs: 0,
      handle: async (messages) => {
        logger.info('tried');
        if (messages.some(({ key }) => key === 'r2')) throw new Error('r2 is broken');
      },
    };
    await handled(batch, [of('r1'), of('r2')]);

    const said = lines.map(({ msg, correlationId, correlationIds }) => [msg, correlationId ?? correlationIds]);
    expect(said).toEqual(
      expect.arrayContaining([
        ['tried', ['r1', 'r2']],
        ['tried', 'r1'],
        ['tried', 'r2'],
        ['message dead-lettered', 'r2'],
      ]),
    );
  });

  it('is counted by the monitor when it cannot be handled', async () => {
    const heard: string[] = [];
    const monitor = {
      dropped: (type: string) => heard.push(`dropped ${type}`),
      retried: (type: string, reason: string) => heard.push(`retried ${type} ${reason}`),
      deadLettered: (type: string) => heard.push(`dead ${type}`),
    };
    const handler = handles('thing', () => {
      throw new Error('broken');
    });
    const subscription = { group: uniqueGroup(), topics: ['things'], handlers: [handler], monitor };
    const { running } = await subscribe(bus, subscription);
    const late = of('late');
    await bus.publish([{ ...late, headers: { ...late.headers, deadline: '1' } }, of('r1')]);

    await eventually(() => expect(heard).toEqual(['dropped thing', 'dead thing']));
    expect(running.load).toEqual({ messages: 0, keys: 0 });
    await running.stop();
  });
});
