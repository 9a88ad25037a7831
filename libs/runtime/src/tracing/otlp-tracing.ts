import {
  ROOT_CONTEXT,
  SpanKind as Kind,
  SpanStatusCode,
  trace,
  type Context,
  type Span as OtelSpan,
  type Tracer as OtelTracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  serviceNameEnvDetector,
  resourceFromAttributes,
  type Resource,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import type { Logger } from '../logging/logger.js';
import type { Settings } from '../settings/settings.js';
import { ReportingExporter } from './reporting-exporter.js';
import { parseTraceparent, toTraceparent, type TraceParent } from './traceparent.js';
import { Tracer, type Span, type SpanAttributes, type SpanKind, type SpanStart, type Tracing } from './tracer.js';

/** A shutdown has more to do than to wait for a collector. */
const STOP_TIMEOUT_MS = 2_000;
/** Spans that wait to be sent, some 8 MB; further ones are dropped. */
const MAX_QUEUED_SPANS = 8_192;
/** Longer than any name or id that is meant to be seen. */
const MAX_ATTRIBUTE_LENGTH = 256;
const SCOPE = 'centavo';

const KINDS: Readonly<Record<SpanKind, Kind>> = {
  server: Kind.SERVER,
  client: Kind.CLIENT,
  producer: Kind.PRODUCER,
  consumer: Kind.CONSUMER,
  internal: Kind.INTERNAL,
};

/**
 * Tracing by OpenTelemetry's SDK: spans wait in memory and go to a collector over OTLP in batches, off every request's path. Each service
 * has a provider of its own, so that they are told apart also in one process; all share one queue and one connection.
 */
export class OtlpTracing implements Tracing {
  readonly #processor: BatchSpanProcessor;
  readonly #sampler: Sampler;
  readonly #instance: string;

  constructor(url: string, settings: Settings, logger: Logger) {
    // The exporter itself reads the other variables that begin with OTEL_EXPORTER_OTLP: time-out, compression, certificates.
    const exporter = new ReportingExporter(new OTLPTraceExporter({ url, headers: settings.tracesHeaders }), logger);
    this.#processor = new BatchSpanProcessor({
      exporter,
      maxQueueSize: MAX_QUEUED_SPANS,
      scheduledDelayMillis: settings.tracesDelayMs,
    });
    this.#sampler = new ParentBasedSampler({ root: samplerOf(settings) });
    this.#instance = settings.instanceName;
  }

  tracer(service: string): Tracer {
    const provider = new TracerProvider({
      resource: resourceOf(service, this.#instance),
      sampler: this.#sampler,
      spanProcessors: [this.#processor],
      spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_LENGTH },
    });
    return new OtlpTracer(provider.getTracer(SCOPE));
  }

  async stop(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, STOP_TIMEOUT_MS);
    });
    await Promise.race([this.#processor.shutdown().catch(() => undefined), timeout]);
    clearTimeout(timer);
  }
}

class OtlpTracer extends Tracer {
  constructor(private readonly tracer: OtelTracer) {
    super();
  }

  begin(start: SpanStart, caller: string | undefined, isTrusted: boolean): Span | undefined {
    const from = caller === undefined ? undefined : parseTraceparent(caller);
    if (from && isTrusted) return this.#start(start, contextOf(from));
    return this.#start(start, ROOT_CONTEXT, from);
  }

  continue(traceparent: string | undefined, start: SpanStart): Span | undefined {
    const parent = traceparent === undefined ? undefined : parseTraceparent(traceparent);
    return parent?.isSampled ? this.#start(start, contextOf(parent)) : undefined;
  }

  #start({ name, kind, attributes }: SpanStart, context: Context, linked?: TraceParent): Span | undefined {
    const links = linked && [{ context: spanContextOf(linked) }];
    const span = this.tracer.startSpan(name, { kind: KINDS[kind], attributes, links }, context);
    return span.isRecording() ? new OtlpSpan(span) : undefined;
  }
}

class OtlpSpan implements Span {
  readonly traceparent: string;

  constructor(private readonly span: OtelSpan) {
    const { traceId, spanId } = span.spanContext();
    this.traceparent = toTraceparent(traceId, spanId);
  }

  set(attributes: SpanAttributes): void {
    this.span.setAttributes(attributes);
  }

  end(error?: string): void {
    if (error !== undefined) this.span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR });
    this.span.end();
  }
}

const spanContextOf = ({ traceId, spanId, isSampled }: TraceParent) => ({
  traceId,
  spanId,
  traceFlags: isSampled ? 1 : 0,
  isRemote: true,
});

const contextOf = (parent: TraceParent): Context => trace.setSpanContext(ROOT_CONTEXT, spanContextOf(parent));

/** Of traces that begin here: those that go on are sampled when their beginning was. */
function samplerOf({ tracesSampler, tracesSamplerArgument }: Settings): Sampler {
  if (tracesSampler.endsWith('always_off')) return new AlwaysOffSampler();
  if (tracesSampler.endsWith('traceidratio')) return new TraceIdRatioBasedSampler(tracesSamplerArgument);
  return new AlwaysOnSampler();
}

/** What operators say in OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES wins. */
function resourceOf(service: string, instance: string): Resource {
  return defaultResource()
    .merge(
      resourceFromAttributes({
        'service.name': service,
        'service.namespace': 'centavo',
        'service.instance.id': instance,
      }),
    )
    .merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }));
}
