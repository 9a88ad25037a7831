import { setTimeout as delay } from 'node:timers/promises';
import { faultPoint } from '@centavo/runtime';
import { AcquirerTimeoutError, AcquirerUnavailableError } from '../acquirers/acquirer.port.js';
import { hasTimeForCall, type DueWork } from './due-work.js';

/** Pauses before the second and third try. */
const RETRY_PAUSES_MS = [100, 400];

/** Another try would outlast the lease: whoever takes over goes on, and begins by inquiring. */
export class LeaseEndsError extends Error {
  override readonly name = 'LeaseEndsError';
}

interface Question<Result> {
  /** Asks for it. It may have been done even if this throws. */
  readonly ask: () => Promise<Result>;
  /** What became of it; undefined when the acquirer never heard of it. */
  readonly inquire: () => Promise<Result | undefined>;
}

/** `result` is undefined when the acquirer kept erring; `isCertain` says whether it then has certainly done nothing. */
export interface AcquirerAnswer<Result> {
  readonly result: Result | undefined;
  readonly isCertain: boolean;
}

/**
 * Asks an acquirer to do something once. After a timeout it inquires before it asks again, so that nothing is done twice.
 * @throws AcquirerTimeoutError, AcquirerUnavailableError when it cannot even be found out whether it was done; LeaseEndsError
 */
export async function askAcquirer<Result>(
  { ask, inquire }: Question<Result>,
  due: Pick<DueWork, 'leasedUntil' | 'mayHaveRun'>,
  nowMs: () => number,
): Promise<AcquirerAnswer<Result>> {
  let mayBeDone = due.mayHaveRun;
  for (let attempt = 0; ; attempt += 1) {
    if (mayBeDone) {
      const result = await inquire();
      if (result) return { result, isCertain: true };
    }
    if (attempt > RETRY_PAUSES_MS.length) return { result: undefined, isCertain: !mayBeDone };
    if (!hasTimeForCall(due, nowMs())) throw new LeaseEndsError('the lease would end before the acquirer answers');
    try {
      return { result: await ask(), isCertain: true };
    } catch (error) {
      if (!(error instanceof AcquirerTimeoutError || error instanceof AcquirerUnavailableError)) throw error;
      mayBeDone ||= error instanceof AcquirerTimeoutError;
    }
    faultPoint('ask.before-retry');
    await delay(RETRY_PAUSES_MS[attempt] ?? 0);
  }
}
