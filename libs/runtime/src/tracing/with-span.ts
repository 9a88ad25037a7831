import { errorWord } from './error-word.js';
import { inTrace } from './trace-context.js';
import type { Span, Tracer } from './tracer.js';

/** Does work within a span and ends it with the work. @throws what the work throws */
export async function withSpan<Result>(tracer: Tracer, span: Span, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await inTrace(tracer, span.traceparent, work);
    span.end();
    return result;
  } catch (error) {
    span.end(errorWord(error));
    throw error;
  }
}
