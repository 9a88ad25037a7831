import type { CardEncryptionKey } from '@centavo/contracts';

/** A data key, wrapped by a key-encryption key. */
export interface WrappedKey {
  /** Of the key-encryption key. */
  readonly kid: string;
  readonly wrapped: Buffer;
}

/** A key did not close what it is asked to open. */
export class KeyError extends Error {
  override readonly name: string = 'KeyError';
}

/** The key is not there. */
export class NoSuchKeyError extends KeyError {
  override readonly name = 'NoSuchKeyError';
}

/**
 * Holds the vault's keys and does what needs them, so that they need not leave it: an adapter for a KMS or HSM is one class that fills
 * this interface. Keys may be replaced while it runs; what an earlier key closed is opened for as long as the provider has that key.
 */
export abstract class KeyProvider {
  /** What cards are to be encrypted to from now on. */
  abstract publicKey(): Promise<CardEncryptionKey>;

  /**
   * Decrypts a compact JWE by the key with this `kid`.
   * @throws NoSuchKeyError; KeyError when the JWE was not made for the key or was changed
   */
  abstract decrypt(jwe: string, kid: string): Promise<Uint8Array>;

  /** Wraps a data key by the current key-encryption key. @param dataKey 32 bytes */
  abstract wrap(dataKey: Buffer): Promise<WrappedKey>;

  /** @throws NoSuchKeyError; KeyError when another key wrapped it */
  abstract unwrap(key: WrappedKey): Promise<Buffer>;

  /** The keyed digest by which a card is recognized without being known. It does not change for as long as the platform lives. */
  abstract fingerprint(data: string): Promise<Buffer>;

  /** `kid` of the current key-encryption key. */
  abstract wrappingKid(): Promise<string>;
}
