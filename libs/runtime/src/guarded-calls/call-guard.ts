import {
  BrokenCircuitError,
  bulkhead,
  BulkheadRejectedError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
  noop,
  TaskCancelledError,
  timeout,
  TimeoutStrategy,
} from 'cockatiel';
import { CallRefusedError, CallTimeoutError, CallUnavailableError } from './call-errors.js';
import { CallTime } from './call-time.js';

/** What is asked of somebody outside. @param time over when nobody waits for the answer any more */
export type GuardedCall<Result> = (time: CallTime) => Promise<Result>;

/** The limits of calls to one operation of somebody outside. */
export interface CallLimits {
  /** Of a call from the moment it is asked for, waiting for its turn included. */
  readonly timeoutMs: number;
  /** Calls at once. */
  readonly concurrency: number;
  /** Calls that wait for their turn; one more is refused. */
  readonly maxQueued: number;
  /** Without it, the operation is tried however often it fails. */
  readonly breaker?: {
    /** Failures in a row. */
    readonly failures: number;
    /** For how long nothing is tried; then one call is the probe. */
    readonly openMs: number;
  };
}

/** Part of its time that a call may wait. One that started later would likely be cut off, and not to know is worse than a refusal. */
const LATEST_START = 0.5;
const TOO_LATE = 'the call did not get its turn in time';

/** As metrics show them. Nothing isolates a breaker by hand; it would be as good as open. */
const BREAKER_STATES: Readonly<Record<CircuitState, number>> = {
  [CircuitState.Closed]: 0,
  [CircuitState.HalfOpen]: 1,
  [CircuitState.Open]: 2,
  [CircuitState.Isolated]: 2,
};

/** A "no" is a result and never comes here; a fault of one request says nothing about the callee's health; nor does our refusal. */
const tellsOfOutage = (error: unknown): boolean =>
  !(error instanceof CallRefusedError) &&
  (error instanceof CallTimeoutError || error instanceof CallUnavailableError) &&
  error.scope === 'callee';

/** Keeps one operation of somebody outside within its limits, so that one that hangs or fails takes no other down with it. */
export class CallGuard {
  readonly #deadline;
  readonly #slots;
  readonly #breaker;
  readonly #timeoutMs: number;

  constructor({ timeoutMs, concurrency, maxQueued, breaker }: CallLimits) {
    this.#timeoutMs = timeoutMs;
    this.#deadline = timeout(timeoutMs, { strategy: TimeoutStrategy.Aggressive, abortOnReturn: false });
    this.#slots = bulkhead(concurrency, maxQueued);
    this.#breaker =
      breaker &&
      circuitBreaker(handleWhen(tellsOfOutage), {
        halfOpenAfter: breaker.openMs,
        breaker: new ConsecutiveBreaker(breaker.failures),
      });
  }

  /** 0 closed, 1 half open, 2 open. */
  get breakerState(): number {
    return BREAKER_STATES[this.#breaker?.state ?? CircuitState.Closed];
  }

  /**
   * @param call is given its time. Whoever gets the CallTimeoutError then inquires and perhaps asks again, so a call that has sent nothing by
   * then must not send it any more.
   * @throws CallTimeoutError when it may have been done, also for whatever else `call` throws
   * @throws CallUnavailableError when it was certainly not done; a {@link CallRefusedError} when `call` was not even started
   */
  async run<Result>(call: GuardedCall<Result>): Promise<Result> {
    if (!this.#breaker) return this.#inTime(call, this.#slots);
    // cockatiel would let us wait for the probe's end and only then begin, which can take two timeouts.
    if (this.#breaker.state === CircuitState.HalfOpen)
      throw new CallRefusedError('whoever is called is being tried again');
    try {
      // The probe takes no slot: it must get through, and calls that hang may hold all of them.
      return await this.#breaker.execute(() =>
        this.#inTime(call, this.#breaker?.state === CircuitState.HalfOpen ? noop : this.#slots),
      );
    } catch (error) {
      if (error instanceof BrokenCircuitError) throw new CallRefusedError('whoever is called fails and is left alone');
      throw error;
    }
  }

  async #inTime<Result>(call: GuardedCall<Result>, slots: typeof noop | ReturnType<typeof bulkhead>): Promise<Result> {
    let hasStarted = false;
    const askedMs = performance.now();
    const startByMs = askedMs + this.#timeoutMs * LATEST_START;
    const start = (signal: AbortSignal): Promise<Result> => {
      if (performance.now() > startByMs) throw new CallRefusedError(TOO_LATE);
      hasStarted = true;
      return untilAborted(call, new CallTime(signal, askedMs + this.#timeoutMs));
    };
    try {
      return await this.#deadline.execute(({ signal }) => slots.execute(() => start(signal), signal));
    } catch (error) {
      throw asFault(error, hasStarted);
    }
  }
}

/** Frees the caller and its slot at the deadline, whether `call` ever ends or not. */
function untilAborted<Result>(call: GuardedCall<Result>, time: CallTime): Promise<Result> {
  const aborted = new Promise<never>((_, reject) => {
    time.signal.addEventListener('abort', () => reject(new TaskCancelledError()), { once: true });
  });
  return Promise.race([call(time), aborted]);
}

function asFault(error: unknown, hasStarted: boolean): Error {
  if (error instanceof CallTimeoutError || error instanceof CallUnavailableError) return error;
  if (error instanceof BulkheadRejectedError) return new CallRefusedError('too many calls wait already');
  if (!hasStarted) return new CallRefusedError(TOO_LATE);
  if (error instanceof TaskCancelledError) return new CallTimeoutError('there was no answer in time');
  return new CallTimeoutError('there was no answer that could be understood', { cause: error });
}
