import {
  createECDH,
  createSecretKey,
  generateKeyPairSync,
  randomBytes,
  randomUUID,
  type JsonWebKey,
} from 'node:crypto';

/**
 * The vault's keys, by what each is for, as JOSE names it:
 * - `ECDH-ES+A256KW`: clients encrypt cards to its public half;
 * - `A256KW`: the key-encryption key, which wraps the data keys at rest;
 * - `HS256`: card fingerprints.
 */
export const KEY_ALGORITHMS = ['ECDH-ES+A256KW', 'A256KW', 'HS256'] as const;
export type KeyAlgorithm = (typeof KEY_ALGORITHMS)[number];

/** A key of the set, as a JWK (RFC 7517). */
export interface VaultKey extends JsonWebKey {
  readonly kid: string;
  readonly alg: KeyAlgorithm;
}

/** Keys that are replaced from time to time. The fingerprint key is not: cards could no longer be recognized. */
const ROTATED: readonly KeyAlgorithm[] = ['ECDH-ES+A256KW', 'A256KW'];
const SYMMETRIC_KEY_BYTES = 32;

/** A set of keys that cannot be used. The message never repeats any of it. */
export class KeySetError extends Error {
  override readonly name = 'KeySetError';
}

/** The keys of the vault, a JWK Set. Of each algorithm the first key is the current one; the others only open what they once closed. */
export class KeySet {
  readonly #keys: readonly VaultKey[];

  private constructor(keys: readonly VaultKey[]) {
    this.#keys = keys;
  }

  /** A set with one new key of each algorithm. */
  static generate(): KeySet {
    return new KeySet(KEY_ALGORITHMS.map(generateKey));
  }

  /** @throws KeySetError when it is no JWK Set, or a key is missing, ambiguous or not what its algorithm needs */
  static parse(text: string): KeySet {
    const keys = readKeys(text);
    for (const key of keys) assertKey(key);
    if (new Set(keys.map(({ kid }) => kid)).size < keys.length) throw new KeySetError('Two of the keys have one kid.');
    for (const algorithm of KEY_ALGORITHMS) {
      const count = keys.filter(({ alg }) => alg === algorithm).length;
      if (count === 0) throw new KeySetError(`There is no key for ${algorithm}.`);
      if (count > 1 && !ROTATED.includes(algorithm)) throw new KeySetError(`There are two keys for ${algorithm}.`);
    }
    return new KeySet(keys);
  }

  current(algorithm: KeyAlgorithm): VaultKey {
    return this.#keys.find(({ alg }) => alg === algorithm)!;
  }

  find(algorithm: KeyAlgorithm, kid: string): VaultKey | undefined {
    return this.#keys.find((key) => key.alg === algorithm && key.kid === kid);
  }

  /** Of the keys that are not current any more. */
  get earlierKids(): readonly string[] {
    return this.#keys.filter((key) => this.current(key.alg) !== key).map(({ kid }) => kid);
  }

  /** The set with a new key behind those of each algorithm that is rotated: known to all, and used by nobody yet. */
  withNext(): KeySet {
    return new KeySet([...this.#keys, ...ROTATED.map(generateKey)]);
  }

  /** The set with the last key of each algorithm in front: see {@link withNext}. The earlier ones stay for what they closed. */
  promoted(): KeySet {
    const last = ROTATED.map((algorithm) => this.#keys.findLast(({ alg }) => alg === algorithm)!);
    return new KeySet([...last, ...this.#keys.filter((key) => !last.includes(key))]);
  }

  /** Of all keys of an algorithm. */
  kidsOf(algorithm: KeyAlgorithm): readonly string[] {
    return this.#keys.filter(({ alg }) => alg === algorithm).map(({ kid }) => kid);
  }

  /** The set without a key that is no longer needed. @throws KeySetError when it is a current one */
  without(kid: string): KeySet {
    if (KEY_ALGORITHMS.some((algorithm) => this.current(algorithm).kid === kid)) {
      throw new KeySetError('A current key cannot be removed.');
    }
    return new KeySet(this.#keys.filter((key) => key.kid !== kid));
  }

  /** The set as text, private keys and all: for the file it is kept in. */
  export(): string {
    return `${JSON.stringify({ keys: this.#keys }, null, 2)}\n`;
  }
}

function generateKey(alg: KeyAlgorithm): VaultKey {
  const material =
    alg === 'ECDH-ES+A256KW'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
      : createSecretKey(randomBytes(SYMMETRIC_KEY_BYTES)).export({ format: 'jwk' });
  return { kid: randomUUID(), alg, ...material };
}

function readKeys(text: string): VaultKey[] {
  try {
    const { keys } = JSON.parse(text) as { keys: VaultKey[] };
    if (Array.isArray(keys)) return keys;
  } catch {
    // The parser's message would repeat a piece of the text.
  }
  throw new KeySetError('They are no JWK Set.');
}

function assertKey(key: VaultKey): void {
  const isKnown = typeof key === 'object' && key !== null && KEY_ALGORITHMS.includes(key.alg);
  if (!isKnown || typeof key.kid !== 'string' || key.kid === '') {
    throw new KeySetError(`Every key needs a kid and one of the algorithms ${KEY_ALGORITHMS.join(', ')}.`);
  }
  const isUsable = key.alg === 'ECDH-ES+A256KW' ? isKeyPair(key) : isSecret(key);
  if (!isUsable) throw new KeySetError(`The key ${key.kid} is not one for ${key.alg}.`);
}

const isSecret = ({ kty, k }: VaultKey): boolean =>
  kty === 'oct' && typeof k === 'string' && Buffer.from(k, 'base64url').length === SYMMETRIC_KEY_BYTES;

/** The public half must be that of the private one: clients encrypt to the one, and the other is to open it. */
function isKeyPair({ kty, crv, d, x, y }: VaultKey): boolean {
  if (kty !== 'EC' || crv !== 'P-256' || ![d, x, y].every((part) => typeof part === 'string')) return false;
  try {
    const ecdh = createECDH('prime256v1');
    ecdh.setPrivateKey(Buffer.from(d!, 'base64url'));
    const [, ...point] = ecdh.getPublicKey();
    return Buffer.from(point).equals(Buffer.concat([x!, y!].map((part) => Buffer.from(part, 'base64url'))));
  } catch {
    return false;
  }
}
