/** What OpenTelemetry takes as the value of an attribute. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** How a span stands to its neighbours: it answers, asks, sends, takes, or none of that. */
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

/** What a span is begun with. Names and attributes never hold bodies, paths with ids, card data, secrets or what tells of a person. */
export interface SpanStart {
  /** One of few: ids are attributes. */
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: SpanAttributes;
}

/** A piece of work of a sampled trace, from its beginning until {@link end}. */
export interface Span {
  /** W3C trace context, for what this work causes. */
  readonly traceparent: string;
  set(attributes: SpanAttributes): void;
  /** @param error what it failed with: a word like an error's name or code, never its message, which may quote a body */
  end(error?: string): void;
}

/**
 * Makes the spans of one service. Whoever gets no span does nothing more for tracing: that is so for all when tracing is off, and for
 * the requests that are not sampled. The class is also the injection token.
 */
export abstract class Tracer {
  /**
   * Begins a trace.
   * @param caller the trace context that somebody sent; it is followed when `isTrusted`, or else only linked to
   * @returns undefined when the trace is not sampled
   */
  abstract begin(start: SpanStart, caller: string | undefined, isTrusted: boolean): Span | undefined;

  /**
   * Goes on with a trace.
   * @param traceparent of the cause
   * @returns undefined when the cause is in no sampled trace
   */
  abstract continue(traceparent: string | undefined, start: SpanStart): Span | undefined;
}

class NoTracer extends Tracer {
  begin(): undefined {
    return undefined;
  }

  continue(): undefined {
    return undefined;
  }
}

/** Of a process that was not told to trace. */
export const NO_TRACER: Tracer = new NoTracer();

/** The tracing of a process. */
export interface Tracing {
  /** @param service under whose name the spans are shown */
  tracer(service: string): Tracer;
  /** Sends what is left, for two seconds at most. Never rejects. */
  stop(): Promise<void>;
}
