import { createHash } from 'node:crypto';
import { undecryptableCard } from '@centavo/contracts';
import { decodeProtectedHeader } from 'jose';
import { KeyError, NoSuchKeyError, type KeyProvider } from './keys/key-provider.port.js';

/** The whole header: no compression, no extension, no key but the sender's own, no address to fetch one from. */
const HEADER_NAMES = ['alg', 'enc', 'epk', 'kid'];

/** Of the same form as any card's, and nobody's. */
const DECOY =
  'eyJhbGciOiJFQ0RILUVTK0EyNTZLVyIsImVuYyI6IkEyNTZHQ00iLCJraWQiOiJkZWNveSIsImVwayI6eyJ4IjoiUEJVbEFvS240Sk9lQUhFNXlLNm8zVkNVNVpQcVp' +
  'rM0J1WHZJVEZmd2hvOCIsImNydiI6IlAtMjU2Iiwia3R5IjoiRUMiLCJ5IjoibmZmVlF2MDdxeGlrUGQ4RkdJOFhrdjZlVExxT1hOS0k1WWpkLU1DQWJ3SSJ9fQ.' +
  'uIkUa63m3FhHVxSx0LhOhF6M2YjrdpanTEHzzDgHAYjne99cJ4rsPA.6xbNgzi9HSES7WnX.Glw.KfTlL_RxWgIoXR5ogF2wMA';

/** A card as a client encrypted it, opened. Nothing has been said yet about what is in it. */
export interface OpenedEnvelope {
  readonly content: unknown;
  /** SHA-256 of the JWE, by which it is known again. */
  readonly digest: Buffer;
  /** Of the key it was encrypted to. */
  readonly kid: string;
}

/**
 * Opens the JWE that a client put a card in.
 * @throws DomainError `validation_error` on `card`, always the same, after about the same work
 */
export async function openEnvelope(jwe: string, keys: KeyProvider): Promise<OpenedEnvelope> {
  const kid = kidOf(jwe);
  try {
    if (kid === undefined) throw new NoSuchKeyError('The header names no key of ours.');
    const plaintext = await keys.decrypt(jwe, kid);
    return { content: parseJson(plaintext), digest: createHash('sha256').update(jwe).digest(), kid };
  } catch (error) {
    if (!(error instanceof KeyError)) throw error;
    if (error instanceof NoSuchKeyError) await spendTheTime(keys);
    throw undecryptableCard();
  }
}

/** `kid` of a JWE whose header is what we ask for and nothing else. */
function kidOf(jwe: string): string | undefined {
  try {
    const header = decodeProtectedHeader(jwe);
    const isOurs =
      header.alg === 'ECDH-ES+A256KW' &&
      header.enc === 'A256GCM' &&
      Object.keys(header).toSorted().join() === HEADER_NAMES.join() &&
      jwe.split('.').every(isCanonical);
    return isOurs ? header.kid : undefined;
  } catch {
    return undefined;
  }
}

/** The last character of base64url has bits that nobody reads. Changing them changes the text; that is a change, too. */
const isCanonical = (part: string): boolean => Buffer.from(part, 'base64url').toString('base64url') === part;

/** What is seen at once to be no good takes as long as what is tried in vain. */
async function spendTheTime(keys: KeyProvider): Promise<void> {
  const { kid } = await keys.publicKey();
  await keys.decrypt(DECOY, kid).catch(() => undefined);
}

/** What is no JSON is told to be no object, as any other content that is none. */
function parseJson(plaintext: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plaintext));
  } catch {
    return undefined;
  }
}
