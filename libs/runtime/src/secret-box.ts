import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** First byte of every box. A new key or cipher gets the next number, so that old boxes can still be told and opened. */
const VERSION = 1;

/** A box that was not sealed with this key for this purpose, or was changed. */
export class SecretBoxError extends Error {
  override readonly name = 'SecretBoxError';
}

/** Encrypts secrets at rest: AES-256-GCM, a random nonce each, bound to what they belong to. */
export class SecretBox {
  readonly #key: Buffer;

  /**
   * @param key 32 bytes as base64: the `SECRETS_KEY` setting
   * @throws SecretBoxError when there is no key or it has another length
   */
  constructor(key: string | undefined) {
    this.#key = secretsKeyBytes(key);
  }

  /**
   * @param owner what the secret belongs to (an id): a box copied to another owner's row cannot be opened there
   * @returns version, nonce, ciphertext and tag as bytes
   */
  seal(secret: string, owner: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(associatedData(owner));
    const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(VERSION), nonce, ciphertext, cipher.getAuthTag()]);
  }

  /** @throws SecretBoxError when the box is not one of this key and owner */
  open(box: Uint8Array, owner: string): string {
    const bytes = Buffer.from(box.buffer, box.byteOffset, box.byteLength);
    if (bytes[0] !== VERSION || bytes.length < 1 + NONCE_BYTES + TAG_BYTES) throw new SecretBoxError('Unknown box.');
    const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
    const decipher = createDecipheriv(ALGORITHM, this.#key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(associatedData(owner));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      return decipher.update(bytes.subarray(1 + NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      throw new SecretBoxError('The box was sealed with another key, for another owner, or was changed.');
    }
  }
}

/** The bytes of the `SECRETS_KEY` setting. @throws SecretBoxError when there is no key or it has another length */
export function secretsKeyBytes(key: string | undefined): Buffer {
  if (!key) throw new SecretBoxError('SECRETS_KEY must be set for a service that keeps secrets.');
  const bytes = Buffer.from(key, 'base64');
  if (bytes.length !== KEY_BYTES) throw new SecretBoxError(`The key must have ${KEY_BYTES} bytes.`);
  return bytes;
}

function associatedData(owner: string): Buffer {
  return Buffer.from(`${VERSION}:${owner}`);
}
