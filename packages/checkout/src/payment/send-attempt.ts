import type { Charge } from '../api/charge.js';
import type { Answer, Refusal } from '../api/checkout-api.js';
import { retryDelayMs } from './retry-delays.js';

/** `unknown`: the charge may have been made or not, and the payer is to be asked. */
export type Sent = { readonly kind: 'charge'; readonly charge: Charge } | Refusal | { readonly kind: 'unknown' };

export interface SendAttemptOptions {
  /** Always the same request, with the same idempotency key. */
  readonly send: () => Promise<Answer>;
  readonly pause: (ms: number) => Promise<void>;
  /** An answer was lost, and the request is about to be sent again. */
  readonly onRetry: () => void;
}

/** Sends one payment until it is known what became of it, or patience ends. */
export async function sendAttempt({ send, pause, onRetry }: SendAttemptOptions): Promise<Sent> {
  for (let lost = 0; ;) {
    const answer = await send();
    if (answer.kind === 'charge') return answer;
    // Being turned away for asking too often says nothing about the request before, whose answer was lost.
    const isDefinite = answer.kind === 'refused' && (lost === 0 || answer.status !== 429);
    if (isDefinite) return answer;
    lost += 1;
    const delayMs = retryDelayMs(lost, answer.retryAfterMs);
    if (delayMs === null) return { kind: 'unknown' };
    onRetry();
    await pause(delayMs);
  }
}
