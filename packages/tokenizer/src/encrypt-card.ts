import { CompactEncrypt, type CryptoKey, importJWK } from 'jose';
import type { CardData } from './validate-card.js';

/** The only algorithms the vault takes. */
const KEY_ALGORITHM = 'ECDH-ES+A256KW';
const CONTENT_ALGORITHM = 'A256GCM';

/** The vault's public key, ready to encrypt with. */
export interface EncryptionKey {
  readonly kid: string;
  readonly key: CryptoKey;
}

/**
 * @param jwk a P-256 public key with its `kid`
 * @throws {TypeError} when it is anything else
 */
export async function importEncryptionKey(jwk: Readonly<Record<string, unknown>>): Promise<EncryptionKey> {
  const { kty, crv, x, y, kid } = jwk;
  if (kty !== 'EC' || crv !== 'P-256' || typeof kid !== 'string') throw new TypeError('No P-256 key with a kid.');
  // Only its public parts, whatever else is there.
  const key = await importJWK({ kty, crv, x: String(x), y: String(y) }, KEY_ALGORITHM);
  return { kid, key };
}

/** A compact JWE that only the vault can open; another one every time, also for the same card. */
export function encryptCard(
  { number, holderName, expirationMonth, expirationYear }: CardData,
  { kid, key }: EncryptionKey,
): Promise<string> {
  const plaintext = JSON.stringify({ number, holderName, expirationMonth, expirationYear });
  return new CompactEncrypt(new TextEncoder().encode(plaintext))
    .setProtectedHeader({ alg: KEY_ALGORITHM, enc: CONTENT_ALGORITHM, kid })
    .encrypt(key);
}
