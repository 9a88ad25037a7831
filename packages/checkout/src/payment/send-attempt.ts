import type { Charge } from '../api/charge.js';
import type { Answer, Refusal } from '../api/checkout-api.js';
import { retryDelayMs } from './retry-delays.js';

/** `unknown`: the charge may have been made or not, and the payer is to be asked, not before the time that the server asked for. */
export type Sent =
  | { readonly kind: 'charge'; readonly charge: Charge }
  | Refusal
  | { readonly kind: 'unknown'; readonly retryAfterMs: number | null };

export interface SendAttemptOptions {
  /** Always the same request, with the same idempotency key. */
  readonly send: () => Promise<Answer>;
  /** Whether it may have been sent before, by an earlier life of the page or another tab. */
  readonly isRepeat: boolean;
  readonly pause: (ms: number) => Promise<void>;
  /** An answer was lost, and the request is about to be sent again. */
  readonly onRetry: () => void;
}

/** Sends one payment until it is known what became of it, or patience ends. */
export async function sendAttempt({ send, isRepeat, pause, onRetry }: SendAttemptOptions): Promise<Sent> {
  for (let lost = 0; ;) {
    const answer = await send();
    if (answer.kind === 'charge') return answer;
    if (answer.kind === 'refused') {
      const isDefinite = (!isRepeat && lost === 0) || holdsForEveryTry(answer);
      return isDefinite ? answer : { kind: 'unknown', retryAfterMs: answer.retryAfterMs };
    }
    lost += 1;
    const delayMs = retryDelayMs(lost, answer.retryAfterMs);
    if (delayMs === null) return { kind: 'unknown', retryAfterMs: null };
    onRetry();
    await pause(delayMs);
  }
}

/**
 * Whether a refusal speaks for the tries before it too. That there are too many, that the link has ended or that the key is another
 * request's says nothing about a try that has arrived already; what is wrong with the request itself was wrong from the beginning.
 */
const holdsForEveryTry = ({ status, error, isKept }: Refusal): boolean =>
  isKept || status === 404 || error === 'validation_error';
