import { hash } from 'node:crypto';

/** A link of the chain: the transactions stand in the order of their positions, from 1. */
export interface ChainLink {
  readonly position: bigint;
  readonly hash: Buffer;
}

/** What the first link follows. */
export const CHAIN_START: ChainLink = { position: 0n, hash: Buffer.alloc(32) };

/**
 * The hash of the link after another one: over the hash before it, its own position and what its transaction says.
 * @param digest of the transaction with its entries
 */
export function nextHash(before: ChainLink, digest: Buffer): Buffer {
  const position = Buffer.alloc(8);
  position.writeBigInt64BE(before.position + 1n);
  return hash('sha256', Buffer.concat([before.hash, position, digest]), 'buffer');
}
