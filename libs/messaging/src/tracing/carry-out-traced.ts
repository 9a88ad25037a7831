import { withSpan, type Tracer } from '@centavo/runtime';
import type { MessageHeaders } from '../bus.js';

/**
 * Carries out what a message left to be done after its commit, as a part of the trace that began it. Whatever the work causes belongs to a
 * span of its own, which is how the cause reads that it is given.
 * @param name of the span
 */
export async function carryOutTraced<Work extends { readonly cause: MessageHeaders }, Result>(
  tracer: Tracer,
  name: string,
  work: Work,
  carryOut: (work: Work) => Promise<Result>,
): Promise<Result> {
  const { cause } = work;
  if (cause.traceparent === undefined) return carryOut(work);
  const span = tracer.continue(cause.traceparent, { name, kind: 'internal' });
  if (!span) return carryOut(work);
  return withSpan(tracer, span, () => carryOut({ ...work, cause: { ...cause, traceparent: span.traceparent } }));
}
