import { askOnce, faultPoint, type Errand, type ErrandOutcome } from '@centavo/runtime';
import { hasTimeForCall, type DueWork } from './due-work.js';

/** Pauses before the second and third try. */
const RETRY_PAUSES_MS = [100, 400];

/**
 * Asks an acquirer to do something once, within the lease of a charge's task: see {@link askOnce}.
 * @throws AcquirerTimeoutError, AcquirerUnavailableError when it cannot even be found out whether it was done; LeaseEndsError
 */
export const askAcquirer = <Result>(
  errand: Errand<Result>,
  due: Pick<DueWork, 'leasedUntil' | 'mayHaveRun'>,
  nowMs: () => number,
): Promise<ErrandOutcome<Result>> =>
  askOnce(errand, {
    mayHaveRun: due.mayHaveRun,
    hasTimeForCall: () => hasTimeForCall(due, nowMs()),
    retryPausesMs: RETRY_PAUSES_MS,
    onRetry: () => faultPoint('ask.before-retry'),
  });
