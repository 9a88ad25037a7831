import type { PaymentMethod } from '../api/charge.js';

const FIRST_MS = 700;
const SECOND_MS = 1_000;
const HIDDEN_MS = 10_000;
/** A bank tells of a paid boleto hours later. */
const BOLETO_MS = 30_000;
const LONGEST_MS = 30_000;
/** Who has not paid after ten minutes is not looking at the page every second. */
const FRESH_MS = 10 * 60 * 1000;
const FRESH_DELAY_MS = 2_000;
const OLD_DELAY_MS = 5_000;

export interface Watching {
  readonly method: PaymentMethod;
  /** How many answers there have been. */
  readonly reads: number;
  /** How long the page has been waiting, in ms. */
  readonly waitedMs: number;
  readonly isHidden: boolean;
  /** How many answers in a row have been lost. */
  readonly lost: number;
  readonly retryAfterMs: number | null;
}

/** How long to wait before the charge is read again, in ms. */
export function pollDelayMs(watching: Watching): number {
  const calmMs = Math.max(usualDelayMs(watching), watching.isHidden ? HIDDEN_MS : 0);
  const slowedMs = Math.min(calmMs * 2 ** watching.lost, Math.max(calmMs, LONGEST_MS));
  return Math.max(slowedMs, watching.retryAfterMs ?? 0);
}

function usualDelayMs({ method, reads, waitedMs }: Watching): number {
  if (method === 'boleto') return BOLETO_MS;
  // A card's answer mostly takes less than two seconds.
  if (reads === 0) return FIRST_MS;
  if (reads === 1) return SECOND_MS;
  return waitedMs < FRESH_MS ? FRESH_DELAY_MS : OLD_DELAY_MS;
}
