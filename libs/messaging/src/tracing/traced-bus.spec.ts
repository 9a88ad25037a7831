import { DomainError } from '@centavo/contracts';
import { currentTraceId, startTracing, type Tracer, type Tracing, traceIdOf } from '@centavo/runtime';
import { drawTrace, silentLogger, testSettings, TraceCollector } from '@centavo/testing';
import type { AddressedMessage, Handler, ReceivedMessage } from '../bus.js';
import { causedBy } from '../caused-by.js';
import { carryOutEach } from '../consume/members.js';
import { InProcessBus } from '../in-process/in-process-bus.js';
import { messageTo, subscribe, TEST_RETRY_POLICY, uniqueGroup } from '../testing/bus-fixture.js';
import { carryOutTraced } from './carry-out-traced.js';
import { TracedBus } from './traced-bus.js';

const message = (type: string, key: string, traceparent?: string): AddressedMessage => ({
  ...messageTo('topic', key, type, key),
  headers: { ...(traceparent && { traceparent }) },
});

describe('A traced bus', () => {
  let collector: TraceCollector;
  let tracing: Tracing;
  let tracer: Tracer;
  let bus: TracedBus;
  beforeEach(async () => {
    collector = await TraceCollector.start();
    tracing = (await startTracing(testSettings(collector.environment), silentLogger))!;
    tracer = tracing.tracer('ledger');
    bus = new TracedBus(new InProcessBus({ logger: silentLogger, retryPolicy: TEST_RETRY_POLICY }), tracer);
  });
  afterEach(async () => {
    await bus.close();
    await collector.close();
  });

  const listen = (...handlers: Handler[]) => subscribe(bus, { group: uniqueGroup(), topics: ['topic'], handlers });
  const root = () => tracer.begin({ name: 'root', kind: 'server' }, undefined, false)!;
  async function drawn(): Promise<string[]> {
    await tracing.stop();
    return drawTrace(collector.spans);
  }

  it('gives each member of a batch a span in its own trace, and hands on what it causes', async () => {
    const seen = new Map<string, (string | undefined)[]>();
    const handle = (messages: readonly ReceivedMessage[]) =>
      carryOutEach(messages, async (member) => {
        seen.set(member.key, [causedBy(member).traceparent, currentTraceId()]);
        if (member.key === 'bad') throw new DomainError('charge_not_found');
      });
    const { running } = await listen({ kind: 'batch', pattern: 'noted', maxSize: 10, lingerMs: 0, handle });
    const [first, bad] = [root(), root()];
    const messages = [
      message('noted', 'first', first.traceparent),
      message('noted', 'none'),
      message('noted', 'bad', bad.traceparent),
    ];
    await bus.publish(messages);
    await running.stop();
    first.end();
    bad.end();

    const noted = ['ledger: root', '  ledger: send noted', '    ledger: process noted'];
    expect((await drawn()).filter((line) => noted.includes(line))).toHaveLength(6);
    expect(seen.get('none')).toEqual([undefined, undefined]);
    const processed = collector.spans.filter(({ kind }) => kind === 5);
    expect(processed.map(({ attributes }) => attributes['messaging.batch.message_count'])).toEqual([3, 3]);
    for (const [key, trace, statusCode] of [
      ['first', first, 0],
      ['bad', bad, 2],
    ] as const) {
      const span = processed.find(({ attributes }) => attributes['messaging.kafka.message.key'] === key)!;
      expect(span).toMatchObject({ traceId: traceIdOf(trace.traceparent), statusCode });
      expect(seen.get(key)).toEqual([`00-${span.traceId}-${span.spanId}-01`, span.traceId]);
    }
  });

  it('shows every try of a message', async () => {
    let tries = 0;
    const handle = async (): Promise<void> => {
      tries += 1;
      if (tries < 3) throw Object.assign(new Error('deadlock'), { code: '40P01' });
    };
    const { running } = await listen({ kind: 'single', pattern: 'noted', handle });
    const trace = root();
    await bus.publish([message('noted', 'key', trace.traceparent)]);
    await running.stop();
    await tracing.stop();
    const processed = collector.spans.filter(({ name }) => name === 'process noted');
    expect(processed.map(({ statusCode, attributes }) => [statusCode, attributes['error.type']])).toEqual([
      [2, '40P01'],
      [2, '40P01'],
      [0, undefined],
    ]);
  });

  it('lets work that is left for later go on with the trace', async () => {
    const trace = root();
    const work = { cause: { traceparent: trace.traceparent, correlationId: 'request' } };
    const cause = await carryOutTraced(tracer, 'finish', work, async (due) => due.cause);
    trace.end();
    expect(await drawn()).toEqual(['ledger: root', '  ledger: finish']);
    const finish = collector.spans.find(({ name }) => name === 'finish')!;
    expect(cause).toEqual({ correlationId: 'request', traceparent: `00-${finish.traceId}-${finish.spanId}-01` });
    const untraced = { cause: { correlationId: 'request' } };
    await expect(carryOutTraced(tracer, 'finish', untraced, async (due) => due)).resolves.toBe(untraced);
  });

  it('makes no spans of messages without a trace, and leaves them as they are', async () => {
    const headers: object[] = [];
    const handle = async (received: ReceivedMessage): Promise<void> => void headers.push(received.headers);
    const { running } = await listen({ kind: 'single', pattern: 'noted', handle });
    await bus.publish([message('noted', 'key')]);
    await bus.request(message('noted', 'key'), 60_000);
    await running.stop();
    expect(await drawn()).toEqual([]);
    expect(headers[0]).toEqual({});
    expect(collector.requests).toEqual([]);
  });
});
