import { LRUCache } from 'lru-cache';
import { Pool, type Dispatcher } from 'undici';
import { boundedConnector, MAX_ANSWER_BYTES } from './bounded-connector.js';
import { CappedAnswer, type OutboundAnswer } from './capped-answer.js';
import { DestinationPolicy, type DestinationPolicyOptions, type Resolve } from './destination-policy.js';
import { guardedLookup } from './guarded-lookup.js';
import { OutboundError } from './outbound-error.js';
import { resolveName } from './resolve-name.js';

/** Connections to one origin. */
const CONNECTIONS_PER_ORIGIN = 256;
/** Origins with a pool; the least recently used one is closed, after what it has in flight, to make room. */
const MAX_ORIGINS = 1_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** Shorter than what servers keep idle connections for, so that they seldom close one just as it is used again. */
const KEEP_ALIVE_MS = 4_000;

export interface GuardedHttpClientOptions extends DestinationPolicyOptions {
  /** Milliseconds from the call to the answer's status, connecting included. */
  readonly timeoutMs: number;
  /** Replaces DNS in tests. */
  readonly resolve?: Resolve;
}

export interface OutboundRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * The one HTTP client for every URL that a user gave. It connects to public addresses only (and to allowed networks), follows no
 * redirect, decompresses nothing, reads little of an answer and waits a limited time for it.
 */
export class GuardedHttpClient {
  readonly policy: DestinationPolicy;
  readonly #timeoutMs: number;
  readonly #poolOptions: Pool.Options;
  readonly #pools = new LRUCache<string, Pool>({ max: MAX_ORIGINS, dispose: (pool) => void pool.close() });

  constructor(options: GuardedHttpClientOptions) {
    this.policy = new DestinationPolicy(options);
    this.#timeoutMs = options.timeoutMs;
    this.#poolOptions = {
      connections: CONNECTIONS_PER_ORIGIN,
      pipelining: 1,
      // HTTP/2 would share one connection, and its flow control, between unrelated requests to one host.
      allowH2: false,
      connect: boundedConnector({
        lookup: guardedLookup(this.policy, options.resolve ?? resolveName),
        timeout: CONNECT_TIMEOUT_MS,
        allowH2: false,
      }),
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      // Out of reach: the connector ends an answer long before, where the parser would make an error of every header beyond its limit.
      maxHeaderSize: 64 * MAX_ANSWER_BYTES,
      // The answer's own timer covers both.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
  }

  /**
   * Sends one request.
   * @returns the answer, whatever its status, redirects included
   * @throws OutboundError when there is no status
   */
  async send(request: OutboundRequest): Promise<OutboundAnswer> {
    const refusal = this.policy.refusalOf(request.url);
    if (refusal) throw new OutboundError('url_not_allowed', refusal);
    const { method, url, headers, body } = request;
    const options: Dispatcher.DispatchOptions = { method, path: url.pathname + url.search, headers, body };
    return new Promise<OutboundAnswer>((resolve, reject) => {
      const answer = new CappedAnswer(this.#timeoutMs, resolve, reject);
      try {
        this.#poolOf(url.origin).dispatch(options, answer);
      } catch (error) {
        answer.fail(error as Error);
      }
    });
  }

  /** Ends all connections at once; requests under way fail. */
  async destroy(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.destroy()));
  }

  #poolOf(origin: string): Pool {
    const known = this.#pools.get(origin);
    if (known) return known;
    const pool = new Pool(origin, this.#poolOptions);
    this.#pools.set(origin, pool);
    return pool;
  }
}
