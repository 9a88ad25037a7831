import { createServer } from 'node:http';
import { Writable } from 'node:stream';
import { eventually, testSettings, TraceCollector } from '@centavo/testing';
import { PinoLogger } from '../logging/pino-logger.js';
import { PacedBatcher } from '../paced-batcher.js';
import { startTracing } from './start-tracing.js';
import { childSpan, currentTraceId, inTrace, outsideTraces } from './trace-context.js';
import { NO_TRACER, type Span, type SpanStart, type Tracer, type Tracing } from './tracer.js';
import { parseTraceparent, traceIdOf } from './traceparent.js';
import { withSpan } from './with-span.js';

const WORK: SpanStart = { name: 'work', kind: 'internal' };
const STRANGER = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

describe('Tracing', () => {
  let collector: TraceCollector;
  let lines: Record<string, unknown>[];
  let logger: PinoLogger;
  let tracing: Tracing;
  let tracer: Tracer;

  async function start(settings: Readonly<Record<string, string>>): Promise<void> {
    const started = await startTracing(testSettings(settings), logger);
    if (!started) throw new Error('It is off.');
    tracing = started;
    tracer = tracing.tracer('ledger');
  }
  beforeEach(async () => {
    lines = [];
    const write = (line: Buffer, _encoding: unknown, done: () => void): void => {
      lines.push(JSON.parse(line.toString()) as Record<string, unknown>);
      done();
    };
    logger = PinoLogger.create('info', new Writable({ write }));
    collector = await TraceCollector.start();
  });
  afterEach(() => collector.close());

  const begin = (): Span => tracer.begin(WORK, undefined, false)!;

  it.each([
    ['without a collector', {}],
    ['with a collector, when it is turned off', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a', OTEL_SDK_DISABLED: 'true' }],
  ])('is off %s', async (_when, settings: Readonly<Record<string, string>>) => {
    await expect(startTracing(testSettings(settings), logger)).resolves.toBeUndefined();
    expect(NO_TRACER.begin(WORK, STRANGER, true)).toBeUndefined();
    expect(NO_TRACER.continue(STRANGER, WORK)).toBeUndefined();
  });

  it('sends what is left when it stops', async () => {
    await start({ ...collector.environment, OTEL_BSP_SCHEDULE_DELAY: '600000' });
    const span = begin();
    tracer.continue(span.traceparent, { ...WORK, attributes: { count: 2 } })!.end('too_late');
    span.end();
    expect(collector.spans).toEqual([]);
    await tracing.stop();
    const root = collector.spans.find(({ parentSpanId }) => parentSpanId === undefined);
    expect(collector.spans.find((sent) => sent !== root)).toMatchObject({
      traceId: traceIdOf(span.traceparent),
      parentSpanId: root!.spanId,
      statusCode: 2,
      attributes: { count: 2, 'error.type': 'too_late' },
    });
  });

  it('samples a part of the traces, and all of each or nothing', async () => {
    await start({
      ...collector.environment,
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.5',
    });
    const spans = Array.from({ length: 400 }, () => tracer.begin(WORK, STRANGER, false)).filter((span) => span);
    expect(Math.abs(spans.length - 200)).toBeLessThan(100);
    for (const span of spans) expect(tracer.continue(span!.traceparent, WORK)).toBeDefined();
    await tracing.stop();
  });

  it.each([undefined, '', 'nonsense', STRANGER.replace('-01', '-00'), STRANGER.replace('00-', 'ff-')])(
    'goes on with no trace that is not sampled or none at all, like %s',
    async (traceparent) => {
      await start(collector.environment);
      expect(tracer.continue(traceparent, WORK)).toBeUndefined();
      await tracing.stop();
    },
  );

  it('takes the whole address of the collector, and what it wants to see', async () => {
    const { OTEL_EXPORTER_OTLP_ENDPOINT: base } = collector.environment;
    await start({
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${base}/elsewhere`,
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20key,tenant=centavo',
    });
    begin().end();
    await tracing.stop();
    expect(collector.requests).toEqual([
      expect.objectContaining({
        path: '/elsewhere',
        headers: expect.objectContaining({ 'api-key': 'a key', tenant: 'centavo' }) as object,
      }),
    ]);
  });

  it('warns once about a collector that is away, and never fails or holds up what it traces', async () => {
    await start(collector.environment);
    await collector.close();
    await expect(withSpan(tracer, begin(), async () => 'done')).resolves.toBe('done');
    await eventually(() => lines.length > 0);
    await expect(withSpan(tracer, begin(), async () => 'done')).resolves.toBe('done');
    await tracing.stop();
    expect(lines).toEqual([expect.objectContaining({ level: 'warn', msg: expect.stringContaining('traces') })]);
  });

  it('stops in time when the collector hangs', async () => {
    const deaf = createServer(() => undefined);
    await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve));
    await start({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(deaf.address() as { port: number }).port}` });
    begin().end();
    await tracing.stop();
    deaf.closeAllConnections();
    deaf.close();
  });

  it('makes the work within a span a part of its trace, and a batch of many part of none', async () => {
    await start(collector.environment);
    const span = begin();
    const seen: (string | undefined)[] = [];
    const see = async (): Promise<void> => void seen.push(currentTraceId());
    const batcher = new PacedBatcher<string>({ maxSize: 10, lingerMs: 1, flush: see });
    await withSpan(tracer, span, async () => {
      await see();
      await outsideTraces(see);
      await batcher.add('item');
      childSpan(() => WORK)!.end();
      logger.info('within');
    });
    logger.info('without');
    expect(childSpan(() => WORK)).toBeUndefined();
    const traceId = traceIdOf(span.traceparent);
    expect(seen).toEqual([traceId, undefined, undefined]);
    expect(lines.map((line) => line['traceId'])).toEqual([traceId, undefined]);
    await tracing.stop();
    expect(collector.spans.map(({ parentSpanId }) => parentSpanId)).toEqual([
      parseTraceparent(span.traceparent)!.spanId,
      undefined,
    ]);
  });

  it('ends the span of work that fails with the word for it, and not with its message', async () => {
    await start(collector.environment);
    const error = Object.assign(new Error('card 4111111111111111'), { code: '40P01' });
    await expect(withSpan(tracer, begin(), () => Promise.reject(error))).rejects.toBe(error);
    await tracing.stop();
    expect(collector.spans[0]).toMatchObject({ statusCode: 2, attributes: { 'error.type': '40P01' } });
    expect(collector.requests[0]!.body).not.toContain('4111');
  });

  it('enters no trace where there is none', () => {
    expect(inTrace(NO_TRACER, undefined, () => currentTraceId())).toBeUndefined();
  });
});
