import { AsyncLocalStorage } from 'node:async_hooks';
import { traceIdOf } from './traceparent.js';
import type { Span, SpanStart, Tracer } from './tracer.js';

interface TraceContext {
  readonly tracer: Tracer;
  readonly traceparent: string | undefined;
}

/** What the work under way is a part of. Nothing enters it while tracing is off. */
const current = new AsyncLocalStorage<TraceContext | undefined>();

/**
 * Does work as a part of a trace: its log lines and its calls to the outside belong to it.
 * @param traceparent undefined where the work is of no trace, or of several
 */
export const inTrace = <Result>(tracer: Tracer, traceparent: string | undefined, work: () => Result): Result =>
  current.run({ tracer, traceparent }, work);

/** Does a part of the work under way that is of a trace of its own, like a member of a batch. */
export function asPartOf<Result>(traceparent: string | undefined, work: () => Result): Result {
  const context = current.getStore();
  return context ? inTrace(context.tracer, traceparent, work) : work();
}

/** Does what serves many: begun by the work of one trace, it belongs to none. */
export const outsideTraces = <Result>(work: () => Result): Result =>
  current.getStore() ? current.run(undefined, work) : work();

/** A span within the work under way; undefined when that is of no sampled trace. */
export function childSpan(start: () => SpanStart): Span | undefined {
  const context = current.getStore();
  return context?.traceparent === undefined ? undefined : context.tracer.continue(context.traceparent, start());
}

/** The id of the trace that the work under way is a part of, as log lines carry it. */
export const currentTraceId = (): string | undefined => traceIdOf(current.getStore()?.traceparent);
