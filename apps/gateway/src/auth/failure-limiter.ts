import { DomainError } from '@centavo/contracts';
import { LRUCache } from 'lru-cache';

const WINDOW_MS = 60_000;
const MAX_CALLERS = 10_000;

interface Window {
  failures: number;
  readonly endsAtMs: number;
}

/** Slows down whoever guesses. Only failures are refused: behind one address may be a guesser and a customer. */
export class FailureLimiter {
  readonly #windows = new LRUCache<string, Window>({ max: MAX_CALLERS });

  /** @param limit failures per minute of each caller */
  constructor(private readonly limit: number) {}

  /**
   * Counts a failure.
   * @param callers all that the one who failed is known by: an address, a key
   * @returns what to answer: the failure itself, or that there were too many
   */
  recorded(failure: DomainError, callers: readonly string[]): DomainError {
    const nowMs = performance.now();
    const windows = callers.map((caller) => this.#windowOf(caller, nowMs));
    for (const window of windows) window.failures += 1;
    const exceeded = windows.filter(({ failures }) => failures > this.limit);
    if (exceeded.length === 0) return failure;
    const endsAtMs = Math.max(...exceeded.map((window) => window.endsAtMs));
    return new DomainError('rate_limit_exceeded', { retryAfterSeconds: Math.ceil((endsAtMs - nowMs) / 1000) });
  }

  #windowOf(caller: string, nowMs: number): Window {
    const current = this.#windows.get(caller);
    if (current && current.endsAtMs > nowMs) return current;
    const fresh = { failures: 0, endsAtMs: nowMs + WINDOW_MS };
    this.#windows.set(caller, fresh);
    return fresh;
  }
}
