import { SecretBox, SecretBoxError } from './secret-box.js';

const PREFIX = 'sealed:';

/**
 * A secret as text that may be stored in a kept answer or cross the bus. See {@link SecretBox.seal}.
 * @param owner the id of the resource whose secret it is
 */
export const sealText = (box: SecretBox, secret: string, owner: string): string =>
  PREFIX + box.seal(secret, owner).toString('base64url');

/**
 * The secret that {@link sealText} sealed.
 * @throws SecretBoxError when the text is not a box of this key and owner
 */
export function openText(box: SecretBox, text: string, owner: string): string {
  if (!text.startsWith(PREFIX)) throw new SecretBoxError('Not a sealed text.');
  return box.open(Buffer.from(text.slice(PREFIX.length), 'base64url'), owner);
}
