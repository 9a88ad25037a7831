import { DomainError } from '@centavo/contracts';

/** The two halves of `Authorization: Basic`. */
export interface BasicCredentials {
  readonly publicKey: string;
  /** Empty when only the public key was sent. */
  readonly secretKey: string;
}

const SCHEME = /^basic +(\S*)$/i;

/** What our public keys look like; anything else is not worth asking the database about. */
const PUBLIC_KEY = /^pk_(?:test|live)_[0-9A-Za-z]{22}$/;

/**
 * @throws DomainError `authentication_required` without a header or with another scheme, `invalid_api_key` when it cannot be a
 * pair of ours
 */
export function parseBasicCredentials(header: string | undefined): BasicCredentials {
  if (header === undefined || !/^basic\b/i.test(header)) throw new DomainError('authentication_required');
  const encoded = SCHEME.exec(header)?.[1];
  if (encoded === undefined) throw new DomainError('invalid_api_key');
  const pair = Buffer.from(encoded, 'base64').toString('latin1');
  const colon = pair.indexOf(':');
  const publicKey = pair.slice(0, colon);
  if (colon < 0 || !PUBLIC_KEY.test(publicKey)) throw new DomainError('invalid_api_key');
  return { publicKey, secretKey: pair.slice(colon + 1) };
}
