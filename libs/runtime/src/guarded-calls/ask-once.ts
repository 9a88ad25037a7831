import { setTimeout as delay } from 'node:timers/promises';
import { CallTimeoutError, CallUnavailableError } from './call-errors.js';

/** Another try would outlast the caller's lease: whoever takes over goes on, and begins by inquiring. */
export class LeaseEndsError extends Error {
  override readonly name = 'LeaseEndsError';
}

/** Something to be done outside, once. */
export interface Errand<Result> {
  /** Asks for it. It may have been done even if this throws. */
  readonly ask: () => Promise<Result>;
  /** What became of it; undefined when nobody there ever heard of it. */
  readonly inquire: () => Promise<Result | undefined>;
}

/** Within what an errand is run. */
export interface ErrandTerms {
  /** Whether it may have been asked for before. */
  readonly mayHaveRun: boolean;
  /** Whether a call that starts now ends before somebody else may take the errand over. */
  readonly hasTimeForCall: () => boolean;
  /** Pauses before the second and later tries, in ms. */
  readonly retryPausesMs: readonly number[];
  /** Told before each of those pauses. */
  readonly onRetry?: () => void;
}

/** `result` is undefined when there was none after all tries; `isCertain` says whether then certainly nothing was done. */
export interface ErrandOutcome<Result> {
  readonly result: Result | undefined;
  readonly isCertain: boolean;
}

/**
 * Asks somebody outside to do something once. After a timeout it inquires before it asks again, so that nothing is done twice.
 * @throws CallTimeoutError, CallUnavailableError when it cannot even be found out whether it was done; LeaseEndsError
 */
export async function askOnce<Result>(
  { ask, inquire }: Errand<Result>,
  { mayHaveRun, hasTimeForCall, retryPausesMs, onRetry }: ErrandTerms,
): Promise<ErrandOutcome<Result>> {
  let mayBeDone = mayHaveRun;
  for (let attempt = 0; ; attempt += 1) {
    if (mayBeDone) {
      const result = await inquire();
      if (result) return { result, isCertain: true };
    }
    if (attempt > retryPausesMs.length) return { result: undefined, isCertain: !mayBeDone };
    if (!hasTimeForCall()) throw new LeaseEndsError('the lease would end before there is an answer');
    try {
      return { result: await ask(), isCertain: true };
    } catch (error) {
      if (!(error instanceof CallTimeoutError || error instanceof CallUnavailableError)) throw error;
      mayBeDone ||= error instanceof CallTimeoutError;
    }
    onRetry?.();
    await delay(retryPausesMs[attempt] ?? 0);
  }
}
