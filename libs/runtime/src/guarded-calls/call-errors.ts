/**
 * `callee`: a sign that all of it is in trouble. `request`: only this one request is, as when somebody behind the callee does not answer; that
 * must not count against everybody else's calls.
 */
export type FaultScope = 'callee' | 'request';

abstract class CallFault extends Error {
  readonly scope: FaultScope;

  constructor(message: string, { scope = 'callee', ...options }: ErrorOptions & { readonly scope?: FaultScope } = {}) {
    super(message, options);
    this.scope = scope;
  }
}

/** No answer in time: it may or may not have been done. */
export class CallTimeoutError extends CallFault {
  override readonly name = 'CallTimeoutError';
}

/** The request was not taken: it was certainly not done. */
export class CallUnavailableError extends CallFault {
  override readonly name: string = 'CallUnavailableError';
}

/** A refusal of ours: nobody was even asked. */
export class CallRefusedError extends CallUnavailableError {
  override readonly name = 'CallRefusedError';
}
