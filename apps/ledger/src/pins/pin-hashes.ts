import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { derivedKeys, secretsKeyIds, Settings } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';

const runArgon2 = promisify(argon2);

const SALT_BYTES = 16;
const TAG_BYTES = 32;
/** OWASP's least for argon2id. What really keeps four digits is the pepper: without it, all of them are tried in minutes. */
const PARAMETERS = { memory_kib: 19_456, passes: 2, parallelism: 1 } as const;
/** Each takes a core and 19 MiB for some 40 ms, and must leave both to others. */
const CONCURRENCY = 2;

/** A hash with all that it takes to make it again, but for the pepper. */
export interface PinHash {
  readonly hash: Uint8Array;
  readonly salt: Uint8Array;
  readonly memory_kib: number;
  readonly passes: number;
  readonly parallelism: number;
  /** Which key of `SECRETS_KEY` the pepper comes from; null of hashes from before that was noted. */
  readonly key_id: string | null;
}

interface Pepper {
  readonly keyId: string;
  readonly secret: Buffer;
}

/** Hashes of transaction PINs: argon2id, off the event loop, with a pepper that is derived from `SECRETS_KEY` and in no database. */
@Injectable()
export class PinHashes {
  readonly #peppers: readonly [Pepper, ...Pepper[]];
  readonly #limit = pLimit(CONCURRENCY);

  constructor({ secretsKeys }: Settings) {
    const keyIds = secretsKeyIds(secretsKeys);
    const [first, ...others] = derivedKeys(secretsKeys, 'transaction PIN pepper');
    this.#peppers = [
      { keyId: keyIds[0]!, secret: first },
      ...others.map((secret, index) => ({ keyId: keyIds[index + 1]!, secret })),
    ];
  }

  /** Runs what hashes when it is its turn: few at a time, the others wait. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#limit(work);
  }

  async hash(merchantId: string, pin: string): Promise<PinHash> {
    const salt = randomBytes(SALT_BYTES);
    const [{ keyId: key_id, secret }] = this.#peppers;
    return { ...PARAMETERS, salt, key_id, hash: await derive(merchantId, pin, { ...PARAMETERS, salt }, secret) };
  }

  /** Takes as long whether it matches or not. */
  async matches(merchantId: string, pin: string, kept: PinHash): Promise<boolean> {
    let hasMatched = false;
    for (const { secret } of this.#peppersFor(kept)) {
      if (timingSafeEqual(await derive(merchantId, pin, kept, secret), kept.hash)) hasMatched = true;
    }
    return hasMatched;
  }

  /** Whether a new hash would have the same pepper. */
  isCurrent({ key_id }: PinHash): boolean {
    return key_id === this.#peppers[0].keyId;
  }

  /** One that matches nothing, for a hash under a key that is not there any more: that takes as long as any other attempt. */
  #peppersFor({ key_id }: PinHash): readonly Pepper[] {
    if (key_id === null) return this.#peppers;
    return [this.#peppers.find(({ keyId }) => keyId === key_id) ?? this.#peppers[0]];
  }
}

/** Bound to its merchant: a hash that was copied to another's row matches nothing there. */
const derive = (
  merchantId: string,
  pin: string,
  parameters: Omit<PinHash, 'hash' | 'key_id'>,
  pepper: Buffer,
): Promise<Buffer> =>
  runArgon2('argon2id', {
    message: pin,
    nonce: parameters.salt,
    secret: pepper,
    associatedData: Buffer.from(merchantId),
    memory: parameters.memory_kib,
    passes: parameters.passes,
    parallelism: parameters.parallelism,
    tagLength: TAG_BYTES,
  });
