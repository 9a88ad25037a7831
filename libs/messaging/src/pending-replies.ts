import { ReplyTimeoutError } from './bus.js';

interface Waiting {
  readonly resolve: (reply: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** The requests of this process whose answers have not come yet, by message id. */
export class PendingReplies {
  readonly #waiting = new Map<string, Waiting>();

  /**
   * @param timeoutMs how long to wait
   * @throws ReplyTimeoutError when no answer came by then
   */
  expect(requestId: string, timeoutMs: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.reject(requestId, new ReplyTimeoutError(`No answer within ${timeoutMs} ms.`));
      }, timeoutMs);
      this.#waiting.set(requestId, { resolve, reject, timer });
    });
  }

  /** @param text the answer as JSON; one that nobody waits for is dropped */
  resolve(requestId: string, text: string): void {
    this.#take(requestId)?.resolve(JSON.parse(text));
  }

  reject(requestId: string, error: Error): void {
    this.#take(requestId)?.reject(error);
  }

  /** The bus closes. What was asked may have been done all the same: nobody must take it for not sent. */
  rejectAll(): void {
    for (const requestId of this.#waiting.keys()) {
      this.reject(requestId, new ReplyTimeoutError('The bus closed before the answer came.'));
    }
  }

  #take(requestId: string): Waiting | undefined {
    const waiting = this.#waiting.get(requestId);
    if (!waiting) return undefined;
    clearTimeout(waiting.timer);
    this.#waiting.delete(requestId);
    return waiting;
  }
}
