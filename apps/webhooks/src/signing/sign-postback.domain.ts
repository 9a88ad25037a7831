import { createHmac, type KeyObject } from 'node:crypto';

/** What is signed: the event's id, the same on every attempt; the second of this attempt; the exact bytes sent. */
export interface SignedContent {
  readonly eventId: string;
  readonly timestampSeconds: number;
  readonly body: string;
}

/**
 * The headers of Standard Webhooks 1.0 (symmetric scheme `v1`). One signature for every key, so that receivers can change over to
 * a new secret while the old one still signs along.
 */
export function signatureHeaders(content: SignedContent, keys: readonly KeyObject[]): Record<string, string> {
  const { eventId, timestampSeconds, body } = content;
  const signed = `${eventId}.${timestampSeconds}.${body}`;
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signatures.join(' '),
  };
}
