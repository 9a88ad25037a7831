import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

/** What Standard Webhooks puts before the base64 of a symmetric key. */
const PREFIX = 'whsec_';
const KEY_BYTES = 32;

/** A new signing secret, as the merchant gets it. */
export const newPostbackSecret = (): string => PREFIX + randomBytes(KEY_BYTES).toString('base64');

/** What to sign with. A `KeyObject`, because made anew from its bytes for every signature a key costs four times the signature. */
export const signingKeyOf = (secret: string): KeyObject =>
  createSecretKey(Buffer.from(secret.slice(PREFIX.length), 'base64'));
