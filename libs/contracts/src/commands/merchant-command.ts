/**
 * The client's `Idempotency-Key` as a service needs it. A key lives within merchant + method + concrete path (`scope`);
 * `fingerprint` is an HMAC-SHA-256 of the body as canonical JSON without credentials, base64url, under a key derived from `SECRETS_KEY`.
 */
export interface IdempotencyRequest {
  readonly scope: string;
  readonly key: string;
  readonly fingerprint: string;
}

/** What a merchant asks for. */
export interface MerchantCommand<Body> {
  readonly merchant_id: string;
  readonly idempotency: IdempotencyRequest | null;
  readonly body: Body;
}

/** What an operator asks for. */
export interface OperatorCommand<Body> {
  /** Who: `operator:` and the first 8 hex digits of the SHA-256 of the token. */
  readonly operator: string;
  /** The call in the audit log, to which the service adds what it did. */
  readonly audit_call_id: string;
  readonly idempotency: IdempotencyRequest | null;
  readonly body: Body;
}
