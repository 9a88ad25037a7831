import type { Message, MessageHeaders } from './bus.js';

/** The headers that a message hands on to those it causes: correlation and trace, never its deadline or reply address. */
export function causedBy({ headers: { correlationId, traceparent } }: Pick<Message, 'headers'>): MessageHeaders {
  return { ...(correlationId && { correlationId }), ...(traceparent && { traceparent }) };
}
