import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import type { CardEncryptionKey } from '@centavo/contracts';
import { compactDecrypt } from 'jose';
import { KeySet, type KeyAlgorithm, type VaultKey } from './key-set.domain.js';
import { KeyError, KeyProvider, NoSuchKeyError, type WrappedKey } from './key-provider.port.js';

/** Where a key set comes from; asked again and again, so that it may change. */
export type KeySource = () => Promise<KeySet>;

/** Key wrap with its default initial value (RFC 3394, 2.2.3.1). */
const KEY_WRAP = 'id-aes256-wrap';
const KEY_WRAP_INITIAL_VALUE = Buffer.alloc(8, 0xa6);

/** Keys in the memory of this process, from a JWK Set. */
export class JwkSetKeyProvider extends KeyProvider {
  constructor(private readonly source: KeySource) {
    super();
  }

  async publicKey(): Promise<CardEncryptionKey> {
    const { kid, x, y } = (await this.source()).current('ECDH-ES+A256KW');
    return { kty: 'EC', crv: 'P-256', x: x!, y: y!, kid, alg: 'ECDH-ES+A256KW', use: 'enc' };
  }

  async decrypt(jwe: string, kid: string): Promise<Uint8Array> {
    const key = await this.#find('ECDH-ES+A256KW', kid);
    try {
      const { plaintext } = await compactDecrypt(jwe, key, {
        keyManagementAlgorithms: ['ECDH-ES+A256KW'],
        contentEncryptionAlgorithms: ['A256GCM'],
      });
      return plaintext;
    } catch {
      throw new KeyError('The JWE was not made for this key, or was changed.');
    }
  }

  async wrap(dataKey: Buffer): Promise<WrappedKey> {
    const key = (await this.source()).current('A256KW');
    const cipher = createCipheriv(KEY_WRAP, bytesOf(key), KEY_WRAP_INITIAL_VALUE);
    return { kid: key.kid, wrapped: Buffer.concat([cipher.update(dataKey), cipher.final()]) };
  }

  async unwrap({ kid, wrapped }: WrappedKey): Promise<Buffer> {
    const key = await this.#find('A256KW', kid);
    try {
      const decipher = createDecipheriv(KEY_WRAP, bytesOf(key), KEY_WRAP_INITIAL_VALUE);
      return Buffer.concat([decipher.update(wrapped), decipher.final()]);
    } catch {
      throw new KeyError(`The key-encryption key ${kid} is another one than wrapped this.`);
    }
  }

  async fingerprint(data: string): Promise<Buffer> {
    return createHmac('sha256', bytesOf((await this.source()).current('HS256')))
      .update(data)
      .digest();
  }

  async wrappingKid(): Promise<string> {
    return (await this.source()).current('A256KW').kid;
  }

  async #find(algorithm: KeyAlgorithm, kid: string): Promise<VaultKey> {
    const key = (await this.source()).find(algorithm, kid);
    if (!key) throw new NoSuchKeyError(`There is no key ${kid} for ${algorithm}.`);
    return key;
  }
}

const bytesOf = ({ k }: VaultKey): Buffer => Buffer.from(k!, 'base64url');
