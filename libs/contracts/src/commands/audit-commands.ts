/** A call of an operator, as it came in. Secrets are blotted out. */
export interface AuditCall {
  /** UUIDv7: it says when. */
  readonly id: string;
  /** `operator:` and the first 8 hex digits of the SHA-256 of the token. */
  readonly operator: string;
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  readonly query: object | null;
  /** The id in the path. */
  readonly resource_id: string | null;
  readonly request_id: string;
  readonly body: object | null;
}

/** What a call was answered. */
export interface AuditOutcome {
  /** The call's. */
  readonly id: string;
  /** The HTTP status. */
  readonly status: number;
  /** Code of the error; null of a success. */
  readonly error: string | null;
}
