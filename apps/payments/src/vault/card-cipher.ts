import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { ClearCard, type CardData } from '../cards/clear-card.js';
import { KeyError, type KeyProvider, type WrappedKey } from './keys/key-provider.port.js';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A card at rest: AES-256-GCM under a data key of its own, which is wrapped by the key-encryption key. */
export interface SealedCard {
  /** Nonce, ciphertext and tag. */
  readonly sealed: Buffer;
  readonly dataKey: WrappedKey;
}

/** @param token of the row that it is put into: in another row it cannot be opened */
export async function sealCard(card: ClearCard, token: string, keys: KeyProvider): Promise<SealedCard> {
  const key = randomBytes(KEY_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(token));
  const ciphertext = Buffer.concat([cipher.update(textOf(card), 'utf8'), cipher.final()]);
  const sealed = Buffer.concat([nonce, ciphertext, cipher.getAuthTag()]);
  return { sealed, dataKey: await keys.wrap(key) };
}

/** @throws KeyError when the key-encryption key is missing or another one, or the row was changed */
export async function openCard({ sealed, dataKey }: SealedCard, token: string, keys: KeyProvider): Promise<ClearCard> {
  const key = await keys.unwrap(dataKey);
  try {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(token))
      .setAuthTag(sealed.subarray(-TAG_BYTES));
    const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    return new ClearCard(JSON.parse(text) as CardData);
  } catch {
    throw new KeyError('The card was changed, or belongs to another token.');
  }
}

const textOf = ({ number, holderName, expirationMonth, expirationYear }: ClearCard): string =>
  JSON.stringify({ number, holderName, expirationMonth, expirationYear });
