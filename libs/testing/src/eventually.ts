import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 10;
/** A machine that is busy with other things is slow, and wrong is only what never comes. */
const TIMEOUT_MS = 60_000;

/**
 * Waits until `check` neither throws nor returns `false`, and returns what it returned. The one way tests wait: for a condition, never for a time.
 * @throws what `check` threw last, when the time is up
 */
export async function eventually<Result>(
  check: () => Result | Promise<Result>,
  { timeoutMs = TIMEOUT_MS, everyMs = POLL_MS }: { readonly timeoutMs?: number; readonly everyMs?: number } = {},
): Promise<Result> {
  const giveUpAt = performance.now() + timeoutMs;
  for (;;) {
    const outcome = await attempt(check);
    if (!outcome.error) return outcome.result;
    if (performance.now() > giveUpAt) throw outcome.error;
    await delay(everyMs);
  }
}

type Outcome<Result> = { readonly error: Error } | { readonly error?: undefined; readonly result: Result };

async function attempt<Result>(check: () => Result | Promise<Result>): Promise<Outcome<Result>> {
  try {
    const result = await check();
    return result === false ? { error: new Error('The condition stayed false.') } : { result };
  } catch (error) {
    return { error: error as Error };
  }
}
