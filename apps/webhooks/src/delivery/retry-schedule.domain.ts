const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** When attempts are made and given up. */
export interface RetrySchedule {
  /** Pause before each attempt, counted from the one before; as many attempts as there are pauses. */
  readonly pausesMs: readonly number[];
  /** A pause is lengthened by up to this share, never shortened, so that what failed together does not return together. */
  readonly jitter: number;
  /** The longest pause that a receiver's `Retry-After` may ask for: a header must not park a delivery for ever. */
  readonly maxRetryAfterMs: number;
}

/** Source of the pauses: the example schedule of Standard Webhooks, with a last attempt after another day. */
export const RETRY_SCHEDULE: RetrySchedule = {
  pausesMs: [
    0,
    5 * SECOND_MS,
    5 * MINUTE_MS,
    30 * MINUTE_MS,
    2 * HOUR_MS,
    5 * HOUR_MS,
    10 * HOUR_MS,
    14 * HOUR_MS,
    20 * HOUR_MS,
    24 * HOUR_MS,
  ],
  jitter: 0.2,
  maxRetryAfterMs: 24 * HOUR_MS,
};

/**
 * When to try again after a failed attempt; null when that was the last.
 * @param attempt number of the failed attempt, from 1
 * @param retryAfterMs what the receiver asked for; a longer pause than the schedule's is granted, a shorter one is not
 * @param random from 0 up to 1
 */
export function nextAttemptAtMs(
  schedule: RetrySchedule,
  attempt: number,
  nowMs: number,
  retryAfterMs: number | null,
  random: number = Math.random(),
): number | null {
  const pauseMs = schedule.pausesMs[attempt];
  if (pauseMs === undefined) return null;
  const askedMs = Math.min(retryAfterMs ?? 0, schedule.maxRetryAfterMs);
  return nowMs + Math.ceil(Math.max(pauseMs * (1 + schedule.jitter * random), askedMs));
}

/** Reads `Retry-After` (RFC 9110, 10.2.3): seconds or an HTTP date. Null when it is neither. */
export function retryAfterMs(header: string | string[] | undefined, nowMs: number): number | null {
  const value = (Array.isArray(header) ? header[0] : header)?.trim();
  if (!value) return null;
  if (/^\d+$/.test(value)) return Number(value) * SECOND_MS;
  // Date.parse takes much that is no HTTP date, `-5` for one.
  const atMs = value.endsWith(' GMT') ? Date.parse(value) : NaN;
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}
