/** How often and how soon something is tried again. */
export interface RetryPolicy {
  /** Tries altogether, after which a message is dead-lettered. */
  readonly maxAttempts: number;
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
}

/**
 * About 40 s altogether: long enough for what a message has to wait for, short enough that an operator hears of what is really wrong. An
 * outage is not counted: it is waited for however long it takes.
 */
export const DEFAULT_RETRY_POLICY: RetryPolicy = { maxAttempts: 12, firstDelayMs: 50, longestDelayMs: 10_000 };

/**
 * Exponential, with jitter of a quarter so that those who failed together do not come back together.
 * @param attempt how often it has failed, from 1
 * @returns ms to wait
 */
export function backoffMs(attempt: number, { firstDelayMs, longestDelayMs } = DEFAULT_RETRY_POLICY): number {
  const delayMs = Math.min(firstDelayMs * 2 ** (attempt - 1), longestDelayMs);
  return delayMs * (0.75 + Math.random() / 4);
}
