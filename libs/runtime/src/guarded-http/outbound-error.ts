/** Why a request got no HTTP status, with what whoever gave the URL can look at; docs/postbacks.md shows it. */
export const OUTBOUND_FAILURES = {
  url_not_allowed:
    'The URL leads, itself or by DNS, to an address that is not public, or to a port of another protocol. All addresses of the name must be public.',
  name_not_resolved: 'The name has no address: look at its DNS records.',
  connection_failed:
    'No connection, or it broke before there was a status: nobody listens there (`ECONNREFUSED`), a firewall refuses it, or the certificate is not valid for the name, has expired or lacks its intermediate (`CERT_HAS_EXPIRED`, `UNABLE_TO_VERIFY_LEAF_SIGNATURE`, …).',
  invalid_answer: 'What came back is no HTTP, or its headers are too long.',
  timeout: 'No status in time. Put the event into a queue, answer, and work on it afterwards.',
} as const;
export type OutboundFailure = keyof typeof OUTBOUND_FAILURES;

/** What undici calls answers that are no HTTP, or too much of it. A status below 100 fails one of its assertions. */
const UNREADABLE_ANSWERS: Readonly<Record<string, string>> = {
  HTTPParserError: 'this is not HTTP',
  AssertionError: 'this is not HTTP',
  HeadersOverflowError: 'the headers are too long',
  ResponseContentLengthMismatchError: 'the length is not the one announced',
};

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
    const unreadable = UNREADABLE_ANSWERS[error.name];
    if (unreadable) return new OutboundError('invalid_answer', unreadable, { cause: error });
    return new OutboundError('connection_failed', error.code ?? error.name, { cause: error });
  }
}
