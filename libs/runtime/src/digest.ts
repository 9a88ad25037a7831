import { createHash, timingSafeEqual } from 'node:crypto';

/** SHA-256 of UTF-8 text. */
export const sha256 = (text: string, encoding: 'hex' | 'base64url' = 'hex'): string =>
  createHash('sha256').update(text).digest(encoding);

/** Whether two secrets are the same, in a time that tells nothing about where they differ, nor about their length. */
export const timingSafeEqualStrings = (left: string, right: string): boolean =>
  timingSafeEqual(digest(left), digest(right));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
