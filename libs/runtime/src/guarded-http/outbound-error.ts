export type OutboundFailure =
  'url_not_allowed' | 'name_not_resolved' | 'connection_failed' | 'invalid_answer' | 'timeout';

/** What undici calls answers that are no HTTP, or too much of it. */
const UNREADABLE_ANSWERS = new Set(['HTTPParserError', 'HeadersOverflowError']);

/** An outbound request that got no HTTP status. `message` may be shown to whoever gave the URL. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';

  constructor(
    readonly failure: OutboundFailure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** Names what went wrong in a socket, in TLS or in the HTTP parser. */
  static from(error: Error & { code?: string }): OutboundError {
    if (error instanceof OutboundError) return error;
    if (error.name === 'ConnectTimeoutError')
      return new OutboundError('timeout', 'no connection in time', { cause: error });
    const failure = UNREADABLE_ANSWERS.has(error.name) ? 'invalid_answer' : 'connection_failed';
    return new OutboundError(failure, error.code ?? error.name, { cause: error });
  }
}
