/** W3C Trace Context, version 00; the ids must not be all zeros. */
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
const TRACE_ID_START = 3;
const SPAN_ID_START = 36;
const FLAGS_START = 53;
const SAMPLED = 1;

/** The parts of a trace context. */
export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
}

/** @returns undefined for what is no trace context of the version that there is */
export function parseTraceparent(text: unknown): TraceParent | undefined {
  if (typeof text !== 'string' || !TRACEPARENT.test(text)) return undefined;
  return {
    traceId: traceIdOf(text),
    spanId: text.slice(SPAN_ID_START, FLAGS_START - 1),
    isSampled: (Number.parseInt(text.slice(FLAGS_START), 16) & SAMPLED) === SAMPLED,
  };
}

/** Of a trace that is sampled. */
export const toTraceparent = (traceId: string, spanId: string): string => `00-${traceId}-${spanId}-01`;

/** The trace's id within a trace context. */
export function traceIdOf(traceparent: string): string;
export function traceIdOf(traceparent: string | undefined): string | undefined;
export function traceIdOf(traceparent: string | undefined): string | undefined {
  return traceparent?.slice(TRACE_ID_START, SPAN_ID_START - 1);
}
