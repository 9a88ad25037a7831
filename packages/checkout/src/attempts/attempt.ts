import type { PaymentMethod } from '../api/charge.js';
import type { PayBody } from '../api/order.js';

/**
 * One wish to pay. It is kept in the browser before anything is sent, so that whatever happens afterwards (a second click, a reload, a
 * second tab, a lost answer) leads back to it instead of to a second charge.
 */
export interface Attempt {
  /** The idempotency key of its request. */
  readonly key: string;
  readonly method: PaymentMethod;
  readonly startedAtMs: number;
  /** Null while no answer has come. */
  readonly chargeId: string | null;
  /** What was sent, to send it again; only while no answer has come, for it says who pays. Never card data: a card is a token here. */
  readonly body: PayBody | null;
}

/** A key that no other attempt has. (`randomUUID` is missing on pages that are not served over https.) */
export function newAttemptKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** How long this browser remembers an attempt, whatever has become of it. */
export const ATTEMPT_KEPT_MS = 24 * 60 * 60 * 1000;
/** How long the server surely remembers a key: after that, sending again could make a second charge. */
const KEY_KEPT_MS = 23 * 60 * 60 * 1000;
/** A reload comes at once. Who comes back later is asked before anything is sent again. */
const GOES_ON_BY_ITSELF_MS = 10 * 60 * 1000;

/** What to do about an attempt that is found when the page is opened. */
export type Recovery = 'read the charge' | 'send again' | 'ask' | 'forget';

export function recoveryOf(attempt: Attempt, nowMs: number): Recovery {
  if (attempt.chargeId !== null) return 'read the charge';
  const ageMs = nowMs - attempt.startedAtMs;
  if (attempt.body === null || ageMs > KEY_KEPT_MS) return 'forget';
  return ageMs > GOES_ON_BY_ITSELF_MS ? 'ask' : 'send again';
}
