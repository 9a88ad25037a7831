import { CallTimeoutError } from './call-errors.js';

/** For how long a call outside may still do something. */
export class CallTime {
  /** @param endsAtMs by `performance.now()` */
  constructor(
    /** Aborted when the time is over, for an HTTP client. */
    readonly signal: AbortSignal,
    private readonly endsAtMs: number,
  ) {}

  /**
   * To be called last before something is sent, or made to last, that waited for something else. It goes by the clock: a process that was
   * stopped hears what it waited for before its timers, when it wakes up, so that `signal` is not aborted yet.
   * @throws CallTimeoutError when nobody waits for the answer any more, and somebody else may have begun
   */
  throwIfOver(): void {
    if (this.signal.aborted || performance.now() >= this.endsAtMs)
      throw new CallTimeoutError('the time for this call is over');
  }
}
