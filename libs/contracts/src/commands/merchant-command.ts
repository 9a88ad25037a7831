/**
 * The client's `Idempotency-Key` as a service needs it. A key lives within merchant + method + concrete path (`scope`);
 * `fingerprint` is the SHA-256 of the body as canonical JSON, base64url.
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
