/** What an error code means. `status` is the HTTP status; `action` says what the caller can do about it. */
export interface ErrorDefinition {
  readonly status: number;
  readonly message: string;
  readonly action: string;
}
