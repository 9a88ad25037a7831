import { DomainError } from '@centavo/contracts';
import { MinuteWindows } from './minute-windows.js';

/** Slows down whoever guesses. Only failures are refused: behind one address may be a guesser and a customer. */
export class FailureLimiter {
  readonly #failures = new MinuteWindows();

  /**
   * @param limit failures per minute of each caller
   * @param reason what operators see that was too much
   */
  constructor(
    private readonly limit: number,
    private readonly reason: string,
  ) {}

  /**
   * Counts a failure.
   * @param callers all that the one who failed is known by: an address, a key
   * @returns what to answer: the failure itself, or that there were too many
   */
  recorded(failure: DomainError, callers: readonly string[]): DomainError {
    const retryAfterSeconds = this.#failures.count(callers, () => this.limit);
    if (retryAfterSeconds === 0) return failure;
    return new DomainError('rate_limit_exceeded', { retryAfterSeconds, reason: this.reason });
  }
}
