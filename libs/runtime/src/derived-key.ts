import { hkdfSync } from 'node:crypto';
import { secretsKeysBytes, type SecretsKeys } from './secret-box.js';

const KEY_BYTES = 32;
const ID_LENGTH = 8;

/**
 * Keys of their own for one purpose, derived from the keys of the `SECRETS_KEY` setting, in their order (HKDF-SHA-256): who learns one learns neither
 * the setting nor the key of another purpose.
 * @param purpose its name for ever: another one is another key
 * @returns 32 bytes each; what is new is made with the first one
 * @throws SecretBoxError when there is no `SECRETS_KEY` or one has another length
 */
export function derivedKeys(secretsKeys: readonly string[], purpose: string): SecretsKeys {
  const [first, ...others] = secretsKeysBytes(secretsKeys);
  const derive = (key: Buffer): Buffer => Buffer.from(hkdfSync('sha256', key, '', `centavo ${purpose}`, KEY_BYTES));
  return [derive(first), ...others.map(derive)];
}

/** What the keys of the `SECRETS_KEY` setting are called, in their order: 8 hex digits that say nothing of a key. */
export const secretsKeyIds = (secretsKeys: readonly string[]): string[] =>
  derivedKeys(secretsKeys, 'name of a secrets key').map((key) => key.toString('hex').slice(0, ID_LENGTH));
