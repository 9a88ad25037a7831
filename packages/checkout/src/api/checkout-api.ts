import type { Attempt } from '../attempts/attempt.js';
import type { Charge } from './charge.js';

/** A rule that the request broke. */
export interface ErrorDetail {
  readonly field: string;
  readonly code: string;
}

export interface Refusal {
  readonly kind: 'refused';
  readonly status: number;
  readonly error: string;
  readonly details: readonly ErrorDetail[];
  readonly retryAfterMs: number | null;
  /** It is what the first request with this key was answered, which the server has kept: no later one changes it. */
  readonly isKept: boolean;
}

/**
 * `refused`: the server did nothing, and said why. (About an earlier request with the same key that says nothing, unless it `isKept`.) `lost`: nobody knows whether it did anything, so that only the same request, with the
 * same key, may be sent again.
 */
export type Answer =
  | { readonly kind: 'charge'; readonly charge: Charge }
  | Refusal
  | { readonly kind: 'lost'; readonly retryAfterMs: number | null };

/** Longer than the server's own limit for an answer, so that its reason is heard. */
const TIMEOUT_MS = 20_000;

/** Sees the server's `Date` of every answer. */
export type ObserveDate = (date: string | null) => void;

/** The routes of one payment link. None of them ever throws: no answer is an answer too. */
export class CheckoutApi {
  readonly #charges: string;

  /** @param linkPath such as `/pay/0197…` */
  constructor(
    linkPath: string,
    private readonly observeDate: ObserveDate = () => {},
    private readonly fetch: typeof globalThis.fetch = (...request) => globalThis.fetch(...request),
  ) {
    this.#charges = `${linkPath}/charges`;
  }

  /** @param attempt with its body */
  pay({ key, body }: Attempt): Promise<Answer> {
    return this.#call(this.#charges, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    });
  }

  charge(id: string): Promise<Answer> {
    return this.#call(`${this.#charges}/${id}`, {});
  }

  /** Ends a charge that has not been paid, so that another one can take its place. */
  void(id: string): Promise<Answer> {
    return this.#call(`${this.#charges}/${id}/void`, { method: 'POST' });
  }

  async #call(path: string, init: RequestInit): Promise<Answer> {
    try {
      const response = await this.fetch(path, {
        ...init,
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      this.observeDate(response.headers.get('date'));
      return answerOf(response, parseObject(await response.text()));
    } catch {
      return { kind: 'lost', retryAfterMs: null };
    }
  }
}

function answerOf(response: Response, body: Readonly<Record<string, unknown>>): Answer {
  const retryAfterMs = retryAfterOf(response.headers.get('retry-after'));
  const { status } = response;
  if (response.ok && isCharge(body.data)) return { kind: 'charge', charge: body.data };
  // What did not come from the platform, but from something in between, says nothing about what the platform did.
  const isOwn = typeof body.error === 'string';
  if (!isOwn || status >= 500 || body.error === 'idempotency_in_progress') return { kind: 'lost', retryAfterMs };
  const details = Array.isArray(body.details) ? (body.details as ErrorDetail[]) : [];
  const isKept = response.headers.get('idempotent-replayed') === 'true';
  return { kind: 'refused', status, error: body.error as string, details, retryAfterMs, isKept };
}

const isCharge = (value: unknown): value is Charge =>
  isObject(value) && typeof value.id === 'string' && typeof value.status === 'string';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The platform sends seconds. */
const retryAfterOf = (header: string | null): number | null =>
  header !== null && /^\d+$/.test(header) ? Number(header) * 1000 : null;

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
