import { type EncryptionKey, importEncryptionKey } from './encrypt-card.js';
import { ApiError, AuthenticationError, type ErrorDetail } from './errors.js';

/** A card's token and what may be shown of the card. */
export interface Tokenization {
  /** Stands for the card in charges of the merchant. */
  readonly token: string;
  /** `visa`, `mastercard`, `elo`, `amex`, `hipercard`, `diners`, `jcb` or `discover`. */
  readonly brand: string;
  readonly lastFourDigits: string;
  readonly firstSixDigits: string;
  readonly expirationMonth: string;
  readonly expirationYear: string;
}

export interface ApiOptions {
  readonly publicKey: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  readonly timeoutMs: number;
}

interface Answer {
  readonly status: number;
  readonly requestId: string | null;
  /** The body when it is a JSON object, else empty. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** The service's two routes for cards. It sees nothing but encrypted ones. */
export class Api {
  readonly #options: ApiOptions;

  constructor(options: ApiOptions) {
    this.#options = options;
  }

  /**
   * @param cache `reload` goes past HTTP caches
   * @throws {ApiError}
   */
  async fetchKey(cache: 'default' | 'reload'): Promise<EncryptionKey> {
    const answer = await this.#call('/v1/tokens/public-key', { cache });
    return importEncryptionKey(dataOf(answer)).catch((cause) => {
      throw invalidResponse(answer, cause);
    });
  }

  /**
   * @param card compact JWE
   * @throws {AuthenticationError | ApiError}
   */
  async createToken(card: string): Promise<Tokenization> {
    const answer = await this.#call('/v1/tokens', {
      method: 'POST',
      headers: { authorization: basicCredentials(this.#options.publicKey), 'content-type': 'application/json' },
      body: JSON.stringify({ card }),
    });
    const data = dataOf(answer);
    const field = (name: keyof Tokenization): string => {
      const value = data[name];
      if (typeof value !== 'string') throw invalidResponse(answer);
      return value;
    };
    return {
      token: field('token'),
      brand: field('brand'),
      lastFourDigits: field('lastFourDigits'),
      firstSixDigits: field('firstSixDigits'),
      expirationMonth: field('expirationMonth'),
      expirationYear: field('expirationYear'),
    };
  }

  async #call(path: string, init: RequestInit): Promise<Answer> {
    const { baseUrl, fetch, timeoutMs } = this.#options;
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(baseUrl + path, {
        ...init,
        // No cookies, and no browser dialogue asking for a password after a 401.
        credentials: 'omit',
        // Neither keys nor cards to or from an address that was not given.
        redirect: 'error',
        signal,
      });
      const { status, headers } = response;
      return { status, requestId: headers.get('x-request-id'), body: parseObject(await response.text()) };
    } catch (cause) {
      throw signal.aborted
        ? new ApiError(0, 'timeout', null, { message: `The service gave no answer within ${timeoutMs} ms.`, cause })
        : new ApiError(0, 'network_error', null, { message: 'The service could not be reached.', cause });
    }
  }
}

/** The `data` of an answer that says yes. */
function dataOf(answer: Answer): Readonly<Record<string, unknown>> {
  if (answer.status < 200 || answer.status > 299) throw refusal(answer);
  if (!isObject(answer.body.data)) throw invalidResponse(answer);
  return answer.body.data;
}

function refusal(answer: Answer): ApiError | AuthenticationError {
  const { status, body } = answer;
  if (status !== 401 && typeof body.error !== 'string') return invalidResponse(answer);
  const requestId = requestIdOf(answer);
  const error = typeof body.error === 'string' ? body.error : 'invalid_api_key';
  const message = typeof body.message === 'string' ? body.message : `The service answered ${status}.`;
  if (status === 401) return new AuthenticationError(error, requestId, message);
  const details = Array.isArray(body.details) ? (body.details.filter(isObject) as unknown as ErrorDetail[]) : [];
  return new ApiError(status, error, requestId, { message, details });
}

function invalidResponse(answer: Answer, cause?: unknown): ApiError {
  const message = `What answered (${answer.status}) does not speak like the service; is baseUrl right?`;
  return new ApiError(answer.status, 'invalid_response', requestIdOf(answer), { message, cause });
}

/** Browsers show pages of other origins only those headers that the service exposes: errors have the id in their body too. */
const requestIdOf = ({ body, requestId }: Answer): string | null =>
  typeof body.request_id === 'string' ? body.request_id : requestId;

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** `btoa` takes bytes as characters, and a mistyped key may hold any character. */
const basicCredentials = (publicKey: string): string =>
  `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${publicKey}:`)))}`;
