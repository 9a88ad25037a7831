import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = BigInt(ALPHABET.length);

/** Random bytes as letters and digits, so that a double click selects the whole of it; always of the same length. */
export function randomBase62(bytes: number): string {
  let rest = BigInt(`0x${randomBytes(bytes).toString('hex')}`);
  let text = '';
  for (let length = Math.ceil((bytes * 8) / Math.log2(ALPHABET.length)); length > 0; length -= 1) {
    text = ALPHABET[Number(rest % BASE)] + text;
    rest /= BASE;
  }
  return text;
}
