/**
 * The client's `Idempotency-Key` as a service needs it. A key lives within merchant + method + concrete path (`scope`);
 * `fingerprint` says which body it came with: compare it by {@link isSameBody}.
 */
export interface IdempotencyRequest {
  readonly scope: string;
  readonly key: string;
  readonly fingerprint: string;
}

/**
 * Whether two fingerprints are of one body. A fingerprint is an HMAC-SHA-256 of the body as canonical JSON without credentials, base64url, under a key
 * derived from `SECRETS_KEY`; of several such keys there is one each, with bars between them, so that what was kept under one is known by the other.
 */
export function isSameBody(left: string, right: string): boolean {
  if (left === right) return true;
  const others = right.split(FINGERPRINTS_BAR);
  return left.split(FINGERPRINTS_BAR).some((one) => others.includes(one));
}

/** Between the fingerprints of one body under several keys. */
export const FINGERPRINTS_BAR = '|';

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
