import { createHash } from 'node:crypto';
import { randomBase62 } from '@centavo/runtime';

const PUBLIC_BYTES = 16;
/** 256 bits: so many that a plain SHA-256 of it, without salt or stretching, cannot be reversed. */
const SECRET_BYTES = 32;

/** A new pair. Only `secretSha256` is stored; whoever asked sees `secretKey` once. */
export interface ApiKeyPair {
  readonly publicKey: string;
  readonly secretKey: string;
  readonly secretSha256: Buffer;
}

/** The prefix tells people, and secret scanners, what a key is and which mode it belongs to. */
export function makeApiKeyPair(isSandbox: boolean): ApiKeyPair {
  const mode = isSandbox ? 'test' : 'live';
  const secretKey = `sk_${mode}_${randomBase62(SECRET_BYTES)}`;
  return {
    publicKey: `pk_${mode}_${randomBase62(PUBLIC_BYTES)}`,
    secretKey,
    secretSha256: createHash('sha256').update(secretKey).digest(),
  };
}
