import type { KeyObject } from 'node:crypto';

/** A key that signs postbacks. */
export interface SigningKey {
  readonly key: KeyObject;
  /** From then on it signs nothing more; null of the current one. */
  readonly expiresAtMs: number | null;
}

/** What an endpoint's postbacks are signed with at a moment. Keys are kept in memory longer than some of them are valid. */
export const keysValidAt = (
  { signingKeys }: { readonly signingKeys: readonly SigningKey[] },
  nowMs: number,
): KeyObject[] =>
  signingKeys.filter(({ expiresAtMs }) => expiresAtMs === null || expiresAtMs > nowMs).map(({ key }) => key);
