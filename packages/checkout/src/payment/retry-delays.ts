/** Waits between tries of one request whose answers were lost. After the last one the payer is asked. */
const RETRY_DELAYS_MS = [1_000, 2_000, 4_000, 8_000];
/** Longer than this nobody is let wait without being asked. */
const LONGEST_WAIT_MS = 30_000;

/**
 * @param lost how many answers have been lost so far, at least 1
 * @param retryAfterMs what the server asked for
 * @returns null when it is time to ask the payer
 */
export function retryDelayMs(lost: number, retryAfterMs: number | null): number | null {
  const delayMs = RETRY_DELAYS_MS[lost - 1];
  if (delayMs === undefined || (retryAfterMs ?? 0) > LONGEST_WAIT_MS) return null;
  return Math.max(delayMs, retryAfterMs ?? 0);
}
