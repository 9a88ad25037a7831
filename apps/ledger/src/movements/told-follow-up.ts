import { causedBy, type MessageHeaders } from '@centavo/messaging';
import { refundOf } from './charge-headers.js';
import type { ChargeMessage } from './charge-message.js';
import type { FollowUp } from './follow-up.domain.js';
import type { FollowUpKind } from './movement-kind.domain.js';

/** What follows a capture, and the correlation and trace of what told of it. */
export interface ToldFollowUp {
  readonly followUp: FollowUp;
  readonly cause: MessageHeaders;
}

/** @throws Error when the event does not say what it has to: it can never be posted */
export function toldFollowUp(kind: FollowUpKind, message: ChargeMessage): ToldFollowUp {
  const { data: charge, occurred_at } = message.payload;
  // The key is what keeps a charge's events in their order.
  if (charge.id !== message.key) throw new Error(`${message.type} is not of the charge that is its key`);
  const occurredAt = new Date(occurred_at);
  if (Number.isNaN(occurredAt.getTime())) throw new Error(`${message.type} does not say when it occurred`);
  const happening = { eventId: message.id, chargeId: charge.id, occurredAt };
  return {
    followUp: kind === 'refund' ? { ...happening, kind, refund: refundOf(message.headers) } : { ...happening, kind },
    cause: causedBy(message),
  };
}
