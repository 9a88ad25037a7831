import { hkdfSync } from 'node:crypto';
import { secretsKeyBytes } from './secret-box.js';

const KEY_BYTES = 32;

/**
 * A key of its own for one purpose, derived from the `SECRETS_KEY` setting (HKDF-SHA-256): who learns it learns neither the setting nor the key
 * of another purpose.
 * @param purpose its name for ever: another one is another key
 * @returns 32 bytes
 * @throws SecretBoxError when there is no `SECRETS_KEY` or it has another length
 */
export const derivedKey = (secretsKey: string | undefined, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretsKeyBytes(secretsKey), '', `centavo ${purpose}`, KEY_BYTES));
