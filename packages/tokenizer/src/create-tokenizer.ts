import { Api, type Tokenization } from './api.js';
import { encryptCard } from './encrypt-card.js';
import { EncryptionKeys } from './encryption-keys.js';
import { ApiError } from './errors.js';
import { type CardInput, validateCard } from './validate-card.js';

const TEST_KEY_PREFIX = 'pk_test_';
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
/** Longer than the service's own limit for an answer, so that its reason is heard. */
const DEFAULT_TIMEOUT_MS = 15_000;

export interface TokenizerOptions {
  /** The `pk_…` half of an API key. Never the secret one: everybody can read what a page holds. */
  readonly publicKey: string;
  /** Where the service is, e.g. `https://payments.example.com`. */
  readonly baseUrl: string;
  /** Instead of the global one. */
  readonly fetch?: typeof globalThis.fetch;
  /** How long to wait for each answer of the service; default 15,000. */
  readonly timeoutMs?: number;
}

export interface Tokenizer {
  /**
   * Encrypts a card for the service's vault and exchanges it for a token. The same card gives the same token again.
   * @throws {ValidationError} when a field of the card breaks a rule; nothing was sent
   * @throws {AuthenticationError} when the public key is unknown or inactive
   * @throws {ApiError} when the service refuses the card or gives no answer
   */
  tokenize(input: { readonly card: CardInput }): Promise<Tokenization>;
}

/**
 * Keep the tokenizer: it remembers the vault's public key for five minutes.
 * @throws {TypeError} when an option cannot be right, or the runtime has no WebCrypto
 */
export function createTokenizer({ publicKey, baseUrl, ...options }: TokenizerOptions): Tokenizer {
  const api = new Api({
    publicKey: needPublicKey(publicKey),
    baseUrl: needAddress(baseUrl, publicKey),
    fetch: options.fetch ?? ((...request) => globalThis.fetch(...request)),
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
  });
  needWebCrypto();
  const keys = new EncryptionKeys((cache) => api.fetchKey(cache));

  return {
    async tokenize({ card: input }) {
      const card = validateCard(input);
      const kept = keys.current();
      const key = await kept;
      try {
        return await api.createToken(await encryptCard(card, key));
      } catch (error) {
        if (!isUndecryptable(error)) throw error;
        // Perhaps the vault has another key since.
        const newKey = await keys.after(kept);
        if (newKey.kid === key.kid) throw error;
        return await api.createToken(await encryptCard(card, newKey));
      }
    },
  };
}

const isUndecryptable = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status === 422 &&
  error.error === 'validation_error' &&
  error.details.some(({ field, code }) => field === 'card' && code === 'undecryptable');

function needPublicKey(publicKey: string): string {
  if (typeof publicKey !== 'string') throw new TypeError('publicKey is missing.');
  if (publicKey.startsWith('sk_') || publicKey.includes(':')) {
    throw new TypeError(
      'publicKey holds a secret key: take the public one (pk_…), and never put the secret on a page.',
    );
  }
  return publicKey;
}

function needAddress(baseUrl: string, publicKey: string): string {
  if (!/^https?:\/\/[^\s?#]+$/i.test(baseUrl)) {
    throw new TypeError('baseUrl must be an address such as https://payments.example.com.');
  }
  // Whoever sits in between could put his own key in the place of the vault's. Test cards may be read.
  const { protocol, hostname } = new URL(baseUrl);
  const isSafe = protocol === 'https:' || LOOPBACK.test(hostname) || publicKey.startsWith(TEST_KEY_PREFIX);
  if (!isSafe) throw new TypeError('baseUrl must begin with https:// when cards are real.');
  return baseUrl.replace(/\/+$/, '');
}

function needWebCrypto(): void {
  if (globalThis.crypto?.subtle) return;
  throw new TypeError('Cards can only be encrypted on pages served over https, or from localhost.');
}
