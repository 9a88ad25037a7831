import type { Span, Tracer } from '@centavo/runtime';
import type { AttemptResult } from './attempt.domain.js';
import type { DeliveryJob } from './delivery-job.js';

/** The span of an attempt, in the trace of the event. The endpoint's URL stays out of it but for its host: merchants put secrets there. */
export function beginAttemptSpan(tracer: Tracer, job: DeliveryJob, traceparent: string): Span | undefined {
  const { attempt, deliveryId, endpoint, eventId } = job;
  return tracer.continue(traceparent, {
    name: 'POST postback',
    kind: 'client',
    attributes: {
      'http.request.method': 'POST',
      'http.request.resend_count': attempt > 1 ? attempt - 1 : undefined,
      'server.address': endpoint.url.hostname,
      'centavo.delivery_id': deliveryId,
      'centavo.endpoint_id': endpoint.id,
      'centavo.event_id': eventId,
    },
  });
}

export function endAttemptSpan(span: Span, { statusCode, error }: AttemptResult): void {
  if (statusCode === null) return span.end(error?.split(':', 1)[0] ?? 'unknown');
  span.set({ 'http.response.status_code': statusCode });
  span.end(statusCode >= 400 ? String(statusCode) : undefined);
}
