import type { IncomingHttpHeaders } from 'undici/types/header.js';
import type { Dispatcher } from 'undici';
import { OutboundError } from './outbound-error.js';

/** Body bytes kept for the log. */
export const EXCERPT_BYTES = 1_024;
/** So long a body may take after the status: it is for the log alone, and others wait for its place. */
const BODY_TIMEOUT_MS = 1_000;
/** More is no honest answer, and while a connection lasts each takes far more memory than it had bytes. */
const MAX_HEADERS = 200;

/** An HTTP answer: what came back, with the beginning of its body. */
export interface OutboundAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The first {@link EXCERPT_BYTES} of the body as it came over the wire, read as UTF-8. */
  readonly excerpt: string;
  /** Milliseconds from the call to the status. */
  readonly statusMs: number;
  /** Whether the body was cut off because it took too long. */
  readonly isOverdue: boolean;
}

/**
 * Takes one answer from undici and keeps no more of it than it needs. The status decides; once it is there, a body that is cut off,
 * too long or too slow changes nothing.
 */
export class CappedAnswer implements Dispatcher.DispatchHandler {
  #controller: Dispatcher.DispatchController | undefined;
  #status: number | undefined;
  #headers: IncomingHttpHeaders = {};
  #kept: Buffer[] = [];
  #room = EXCERPT_BYTES;
  #settled = false;
  #statusMs = 0;
  #isOverdue = false;
  #bodyTimer: NodeJS.Timeout | undefined;
  readonly #startedMs = performance.now();
  readonly #timer: NodeJS.Timeout;

  constructor(
    timeoutMs: number,
    private readonly resolve: (answer: OutboundAnswer) => void,
    private readonly reject: (error: OutboundError) => void,
  ) {
    this.#timer = setTimeout(() => this.#timeOut(`no answer in ${timeoutMs} ms`), timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // It waited for a connection until its time was up.
    if (this.#settled) controller.abort(new OutboundError('timeout', 'given up before it was sent'));
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return;
    this.#status = status;
    this.#statusMs = performance.now() - this.#startedMs;
    this.#bodyTimer ??= setTimeout(() => this.#timeOut('the body took too long'), BODY_TIMEOUT_MS);
    if (headerCount(controller) > MAX_HEADERS) this.#cutOff(new OutboundError('invalid_answer', 'too many headers'));
    else this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#room <= 0) return;
    // A copy, because a slice would keep the socket's whole buffer alive.
    this.#kept.push(Buffer.from(chunk.subarray(0, this.#room)));
    this.#room -= chunk.length;
  }

  onResponseEnd(): void {
    this.#settle(() => new OutboundError('invalid_answer', 'no status'));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }

  /** Ends the attempt when it could not even be handed over. */
  fail(error: Error): void {
    this.#settle(() => OutboundError.from(error));
  }

  #timeOut(message: string): void {
    this.#isOverdue = true;
    this.#cutOff(new OutboundError('timeout', message));
  }

  #cutOff(error: OutboundError): void {
    this.#settle(() => error);
    this.#controller?.abort(error);
  }

  /** @param whyNone the error when there is no status; made only then, because a stack trace costs more than the answer */
  #settle(whyNone: () => OutboundError): void {
    if (this.#settled) return;
    this.#settled = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#bodyTimer);
    if (this.#status === undefined) this.reject(whyNone());
    else {
      const excerpt = Buffer.concat(this.#kept).toString('utf8');
      this.resolve({
        status: this.#status,
        headers: this.#headers,
        excerpt,
        statusMs: this.#statusMs,
        isOverdue: this.#isOverdue,
      });
    }
  }
}

/** Names and values take turns. */
const headerCount = ({ rawHeaders }: Dispatcher.DispatchController): number =>
  Array.isArray(rawHeaders) ? rawHeaders.length / 2 : 0;
