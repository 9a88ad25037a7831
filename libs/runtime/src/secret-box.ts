import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** First byte of every box. A new cipher gets the next number, so that old boxes can still be told and opened. */
const VERSION = 1;

/** A box that was not sealed with one of these keys for this purpose, or was changed. */
export class SecretBoxError extends Error {
  override readonly name = 'SecretBoxError';
}

/** Encrypts secrets at rest: AES-256-GCM, a random nonce each, bound to what they belong to. */
export class SecretBox {
  readonly #keys: SecretsKeys;

  /**
   * @param keys the `SECRETS_KEY` setting: the first one seals, each of them opens
   * @throws SecretBoxError when there is none or one has another length
   */
  constructor(keys: readonly string[]) {
    this.#keys = secretsKeysBytes(keys);
  }

  /**
   * @param owner what the secret belongs to (an id): a box copied to another owner's row cannot be opened there
   * @returns version, nonce, ciphertext and tag as bytes
   */
  seal(secret: string, owner: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#keys[0], nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(associatedData(owner));
    const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(VERSION), nonce, ciphertext, cipher.getAuthTag()]);
  }

  /** @throws SecretBoxError when the box is not one of these keys and this owner */
  open(box: Uint8Array, owner: string): string {
    return this.#openWithKey(box, owner).secret;
  }

  /**
   * The same secret under the first key, to be kept instead.
   * @returns null when it is under that key already
   * @throws SecretBoxError when the box is not one of these keys and this owner
   */
  reseal(box: Uint8Array, owner: string): Buffer | null {
    const { secret, key } = this.#openWithKey(box, owner);
    return key === this.#keys[0] ? null : this.seal(secret, owner);
  }

  #openWithKey(box: Uint8Array, owner: string): { readonly secret: string; readonly key: Buffer } {
    const bytes = Buffer.from(box.buffer, box.byteOffset, box.byteLength);
    if (bytes[0] !== VERSION || bytes.length < 1 + NONCE_BYTES + TAG_BYTES) throw new SecretBoxError('Unknown box.');
    for (const key of this.#keys) {
      const secret = openWith(key, bytes, owner);
      if (secret !== undefined) return { secret, key };
    }
    throw new SecretBoxError('The box was sealed with another key, for another owner, or was changed.');
  }
}

/** At least one. */
export type SecretsKeys = readonly [Buffer, ...Buffer[]];

/** The bytes of the `SECRETS_KEY` setting's keys. @throws SecretBoxError when there is none or one has another length */
export function secretsKeysBytes(keys: readonly string[]): SecretsKeys {
  const [first, ...others] = keys.map((key) => Buffer.from(key, 'base64'));
  if (!first) throw new SecretBoxError('SECRETS_KEY must be set for a service that keeps secrets.');
  const all: SecretsKeys = [first, ...others];
  if (all.some(({ length }) => length !== KEY_BYTES)) throw new SecretBoxError(`A key must have ${KEY_BYTES} bytes.`);
  return all;
}

/** Undefined when it is not a box of this key and owner. */
function openWith(key: Buffer, bytes: Buffer, owner: string): string | undefined {
  const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(associatedData(owner));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(1 + NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

function associatedData(owner: string): Buffer {
  return Buffer.from(`${VERSION}:${owner}`);
}
