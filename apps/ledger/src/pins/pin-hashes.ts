import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { derivedKey, Settings } from '@centavo/runtime';
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
}

/** Hashes of transaction PINs: argon2id, off the event loop, with a pepper that is derived from `SECRETS_KEY` and in no database. */
@Injectable()
export class PinHashes {
  readonly #pepper: Buffer;
  readonly #limit = pLimit(CONCURRENCY);

  constructor({ secretsKey }: Settings) {
    this.#pepper = derivedKey(secretsKey, 'transaction PIN pepper');
  }

  /** Runs what hashes when it is its turn: few at a time, the others wait. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#limit(work);
  }

  async hash(merchantId: string, pin: string): Promise<PinHash> {
    const salt = randomBytes(SALT_BYTES);
    return { ...PARAMETERS, salt, hash: await this.#derive(merchantId, pin, { ...PARAMETERS, salt }) };
  }

  /** Takes as long whether it matches or not. */
  async matches(merchantId: string, pin: string, { hash, ...parameters }: PinHash): Promise<boolean> {
    return timingSafeEqual(await this.#derive(merchantId, pin, parameters), hash);
  }

  /** Bound to its merchant: a hash that was copied to another's row matches nothing there. */
  #derive(merchantId: string, pin: string, parameters: Omit<PinHash, 'hash'>): Promise<Buffer> {
    return runArgon2('argon2id', {
      message: pin,
      nonce: parameters.salt,
      secret: this.#pepper,
      associatedData: Buffer.from(merchantId),
      memory: parameters.memory_kib,
      passes: parameters.passes,
      parallelism: parameters.parallelism,
      tagLength: TAG_BYTES,
    });
  }
}
