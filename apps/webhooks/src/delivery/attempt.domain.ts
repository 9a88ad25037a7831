import { nextAttemptAtMs, type RetrySchedule } from './retry-schedule.domain.js';

/** What one attempt met. Without a status there is an error, and the other way round. */
export interface AttemptResult {
  readonly attemptedAtMs: number;
  /** Until the status, or until it was clear that there would be none. */
  readonly latencyMs: number;
  readonly statusCode: number | null;
  /** After its status the answer did not come to an end. */
  readonly isOverdue: boolean;
  readonly error: string | null;
  readonly responseExcerpt: string | null;
  /** What the receiver asked for. */
  readonly retryAfterMs: number | null;
}

/** What becomes of a delivery after an attempt. */
export interface Settlement {
  readonly status: 'delivered' | 'retrying' | 'exhausted' | 'canceled';
  readonly nextAttemptAtMs: number | null;
  /** The receiver said that there is no such endpoint any more. */
  readonly endpointGone: boolean;
}

const GONE = 410;
/** What servers, and those before them, answer when they have too much to do. */
const OVERLOADED: readonly (number | null)[] = [429, 502, 503, 504];

/** Whether the receiver could cope with the attempt, whatever it made of it. */
export const isBearable = ({ statusCode, isOverdue }: AttemptResult): boolean =>
  statusCode !== null && !isOverdue && !OVERLOADED.includes(statusCode);

/** Any 2xx is success, 410 ends it all, everything else (a redirect too) is tried again while the schedule lasts. */
export function settle(schedule: RetrySchedule, attempt: number, result: AttemptResult, random?: number): Settlement {
  const { statusCode } = result;
  if (statusCode !== null && statusCode >= 200 && statusCode < 300) return ending('delivered');
  if (statusCode === GONE) return { ...ending('canceled'), endpointGone: true };
  const endedAtMs = result.attemptedAtMs + result.latencyMs;
  const nextMs = nextAttemptAtMs(schedule, attempt, endedAtMs, result.retryAfterMs, random);
  return nextMs === null ? ending('exhausted') : { status: 'retrying', nextAttemptAtMs: nextMs, endpointGone: false };
}

const ending = (status: Settlement['status']): Settlement => ({ status, nextAttemptAtMs: null, endpointGone: false });
