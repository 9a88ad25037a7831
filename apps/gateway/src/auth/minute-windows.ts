import { LRUCache } from 'lru-cache';

const WINDOW_MS = 60_000;
const MAX_CALLERS = 10_000;

interface Window {
  count: number;
  readonly endsAtMs: number;
}

/** Counts what each of many does in a minute that begins with the first of it. Whoever has been forgotten begins anew. */
export class MinuteWindows {
  readonly #windows = new LRUCache<string, Window>({ max: MAX_CALLERS });

  /**
   * Counts one more for each.
   * @param limitOf how many of each are allowed
   * @returns the whole seconds until all of them may come again; 0 when none has exceeded its limit
   */
  count(callers: readonly string[], limitOf: (caller: string) => number): number {
    const nowMs = performance.now();
    const endsAtMs = callers.map((caller) => {
      const window = this.#windowOf(caller, nowMs);
      window.count += 1;
      return window.count > limitOf(caller) ? window.endsAtMs : nowMs;
    });
    return Math.ceil((Math.max(nowMs, ...endsAtMs) - nowMs) / 1000);
  }

  /**
   * Looks without counting.
   * @returns the whole seconds until a caller may come again who has had all that it is allowed; 0 when it has not
   */
  waitOf(caller: string, limit: number): number {
    const nowMs = performance.now();
    const window = this.#windows.get(caller);
    if (!window || window.endsAtMs <= nowMs || window.count < limit) return 0;
    return Math.ceil((window.endsAtMs - nowMs) / 1000);
  }

  #windowOf(caller: string, nowMs: number): Window {
    const current = this.#windows.get(caller);
    if (current && current.endsAtMs > nowMs) return current;
    const fresh = { count: 0, endsAtMs: nowMs + WINDOW_MS };
    this.#windows.set(caller, fresh);
    return fresh;
  }
}
