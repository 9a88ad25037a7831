import { randomBytes } from 'node:crypto';

/** What Standard Webhooks puts before the base64 of a symmetric key. */
const PREFIX = 'whsec_';
const KEY_BYTES = 32;

/** A new signing secret, as the merchant gets it. */
export const newPostbackSecret = (): string => PREFIX + randomBytes(KEY_BYTES).toString('base64');

/** The bytes to sign with. */
export const signingKeyOf = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64');
