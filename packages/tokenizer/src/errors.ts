/** What each field of a card has to be. */
const RULES = {
  'card.number': 'must be 13 to 19 digits',
  'card.holderName': 'must not be empty',
  'card.expirationMonth': 'must be 01 to 12',
  'card.expirationYear': 'must be 4 digits',
  'card.cvv': 'must be 3 or 4 digits',
} as const;

export type CardField = keyof typeof RULES;

/** A field of the card breaks a rule; nothing was sent. Never holds the value. */
export class ValidationError extends Error {
  override readonly name = 'ValidationError';

  constructor(readonly field: CardField) {
    super(`${field} ${RULES[field]}.`);
  }
}

/** The public key is unknown or inactive. */
export class AuthenticationError extends Error {
  override readonly name = 'AuthenticationError';

  /**
   * @param error the service's code: `invalid_api_key`, `api_key_inactive`
   * @param requestId to tell the operator of the service; null when it gave none
   */
  constructor(
    readonly error: string,
    readonly requestId: string | null,
    message: string,
  ) {
    super(message);
  }
}

/** A rule that the request broke, as the service tells it. */
export interface ErrorDetail {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

export interface ApiErrorContext {
  readonly message: string;
  readonly details?: readonly ErrorDetail[];
  /** What `fetch` threw, when there was no answer. */
  readonly cause?: unknown;
}

/** The service refused, gave no answer, or gave one that is not its own. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The broken rules of a `validation_error`; else empty. */
  readonly details: readonly ErrorDetail[];

  /**
   * @param status of the HTTP answer; 0 when there was none
   * @param error the service's code (`card_expired`, `unsupported_card_brand`, `rate_limit_exceeded`, …), or the SDK's own:
   *   `network_error` and `timeout` (status 0), `invalid_response` (the answer of something else, such as a proxy)
   * @param requestId to tell the operator of the service; null when it gave none
   */
  constructor(
    readonly status: number,
    readonly error: string,
    readonly requestId: string | null,
    { message, details = [], cause }: ApiErrorContext,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.details = details;
  }
}
