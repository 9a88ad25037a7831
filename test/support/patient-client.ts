import { setTimeout as delay } from 'node:timers/promises';
import { HttpClient, type Credentials, type Reply } from '../http-client.js';

/** A write with its idempotency key. */
export interface KeyedRequest {
  readonly path: string;
  readonly body?: unknown;
  readonly key: string;
}

const RETRY_PAUSE_MS = 200;
const PATIENCE_MS = 60_000;

/** A merchant's system that repeats a write with the same key until it knows what became of it. */
export class PatientClient {
  readonly #http: HttpClient;
  #unanswered = 0;

  constructor(
    baseUrl: string,
    private readonly credentials: Credentials,
  ) {
    this.#http = new HttpClient(baseUrl);
  }

  /** Requests so far that nobody answered because the connection broke. */
  get unanswered(): number {
    return this.#unanswered;
  }

  /** Asks once. @returns undefined when nobody answered */
  async ask<Data>({ path, body = {}, key }: KeyedRequest): Promise<Reply<Data> | undefined> {
    try {
      return await this.#http.post<Data>(path, this.credentials, body, { 'idempotency-key': key });
    } catch {
      this.#unanswered += 1;
      return undefined;
    }
  }

  /** Asks until there is an answer for good. */
  async insist<Data>(request: KeyedRequest): Promise<Reply<Data>> {
    const giveUpAt = performance.now() + PATIENCE_MS;
    for (;;) {
      const reply = await this.ask<Data>(request);
      if (reply && !isForNow(reply)) return reply;
      if (performance.now() > giveUpAt) throw new Error(`No answer for good: ${JSON.stringify(reply?.body)}`);
      await delay(RETRY_PAUSE_MS);
    }
  }

  get<Data>(path: string): Promise<Reply<Data>> {
    return this.#http.get<Data>(path, this.credentials);
  }

  delete(path: string): Promise<Reply> {
    return this.#http.call('DELETE', path, { as: this.credentials });
  }
}

/** Says nothing about what became of the request. */
const isForNow = ({ status, body }: Reply): boolean =>
  status === 503 || status === 504 || body.error === 'idempotency_in_progress';
