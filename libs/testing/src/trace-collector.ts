import { eventually } from './eventually.js';
import { PostbackReceiver, type ReceivedRequest } from './postback-receiver.js';

/** A span as a collector gets it, by the names of OTLP. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: number;
  /** Of the span itself. */
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  /** 0 unset, 2 error. */
  readonly statusCode: number;
  readonly service: unknown;
  readonly resource: Readonly<Record<string, unknown>>;
}

interface KeyValue {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface Otlp {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

interface OtlpSpan extends Pick<CollectedSpan, 'traceId' | 'spanId' | 'parentSpanId' | 'name' | 'kind'> {
  readonly attributes?: readonly KeyValue[];
  readonly links?: CollectedSpan['links'];
  readonly status?: { readonly code?: number };
}

/** An OpenTelemetry collector that takes traces over OTLP/HTTP as JSON and keeps all that it was sent. */
export class TraceCollector {
  private constructor(private readonly server: PostbackReceiver) {}

  /** Starts on a free port of 127.0.0.1. */
  static async start(): Promise<TraceCollector> {
    const server = await PostbackReceiver.start();
    server.answerWith({ status: 200, headers: { 'content-type': 'application/json' }, body: '{}' });
    return new TraceCollector(server);
  }

  /** What makes a process send its traces here, and soon. */
  get environment(): Readonly<Record<string, string>> {
    return { OTEL_EXPORTER_OTLP_ENDPOINT: this.server.url(''), OTEL_BSP_SCHEDULE_DELAY: '50' };
  }

  /** Exports as they came. */
  get requests(): readonly ReceivedRequest[] {
    return this.server.requests;
  }

  get spans(): CollectedSpan[] {
    return this.requests.flatMap(({ body }) => spansOf(JSON.parse(body) as Otlp));
  }

  /** Waits until the spans that have come are enough. */
  async waitFor(isEnough: (spans: readonly CollectedSpan[]) => boolean): Promise<void> {
    await eventually(() => isEnough(this.spans));
  }

  close(): Promise<void> {
    return this.server.close();
  }
}

const spansOf = ({ resourceSpans }: Otlp): CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const ofResource = valuesOf(resource.attributes);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ traceId, spanId, parentSpanId, name, kind, attributes, links, status }) => ({
        traceId,
        spanId,
        parentSpanId: parentSpanId || undefined,
        name,
        kind,
        attributes: valuesOf(attributes ?? []),
        links: (links ?? []).map((link) => ({ traceId: link.traceId, spanId: link.spanId })),
        statusCode: status?.code ?? 0,
        service: ofResource['service.name'],
        resource: ofResource,
      })),
    );
  });

const valuesOf = (attributes: readonly KeyValue[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** The trace that a request began, or joined, once so many of its spans have come. */
export async function traceOf(
  collector: TraceCollector,
  requestId: string,
  expected: { readonly spans: number },
): Promise<{ root: CollectedSpan; spans: readonly CollectedSpan[] }> {
  return eventually(() => {
    const all = collector.spans;
    const root = all.find(({ attributes }) => attributes['centavo.request_id'] === requestId);
    if (!root) throw new Error(`No span of the request came, of ${all.length}.`);
    const spans = all.filter(({ traceId }) => traceId === root.traceId);
    if (spans.length >= expected.spans) return { root, spans };
    throw new Error(
      `${spans.length} of ${expected.spans} spans came:\n${drawTrace(spans, root.parentSpanId).join('\n')}`,
    );
  });
}

/** A trace as lines, each span indented below its parent, with the service that it is of; siblings by name. */
export function drawTrace(spans: readonly CollectedSpan[], parent?: string, indent = ''): string[] {
  return spans
    .filter(({ parentSpanId }) => parentSpanId === parent)
    .map(({ service, name, spanId }) => ({ line: `${indent}${String(service)}: ${name}`, spanId }))
    .toSorted((left, right) => left.line.localeCompare(right.line))
    .flatMap(({ line, spanId }) => [line, ...drawTrace(spans, spanId, `${indent}  `)]);
}
