import { blotCardNumbers } from './blot-card-numbers.js';

/** What stands in the audit log where a secret stood. */
export const BLOT = '[secret]';

/** Words that name a secret, alone or in a longer name: `pin`, `transaction_pin`, `secretKey`. */
const SECRET_WORDS: ReadonlySet<string> = new Set([
  'pin',
  'secret',
  'password',
  'token',
  'authorization',
  'cvv',
  'cvc',
  'jwe',
]);
/** Names that do only as a whole: `credit_card` is a kind of fee. */
const SECRET_NAMES: ReadonlySet<string> = new Set(['card', 'number', 'api_key', 'apikey', 'private_key', 'privatekey']);
/** Secrets that the platform hands out, wherever they stand. */
const KNOWN_SECRETS = /\b(?:sk_(?:test|live)_|whsec_)[\w+/=-]+/g;
/** `secretKey` is `secret` and `Key`. */
const WORD = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g;

/**
 * A JSON value without its secrets: no operation for operators takes one, but who sends one by mistake must not find it in a log that
 * nobody can erase.
 */
export function blotSecrets(value: unknown): unknown {
  if (typeof value === 'string') return blotText(value);
  if (typeof value === 'number') return blotText(String(value)) === BLOT ? BLOT : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(blotSecrets);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [blotText(name), isSecretName(name) ? BLOT : blotSecrets(item)]),
  );
}

/** A text without the secrets that are known by themselves, wherever they stand in it. */
export const blotText = (text: string): string => blotCardNumbers(text.replace(KNOWN_SECRETS, BLOT), BLOT);

function isSecretName(name: string): boolean {
  if (SECRET_NAMES.has(name.toLowerCase())) return true;
  const words = name.match(WORD) ?? [];
  return words.some((word) => SECRET_WORDS.has(word.toLowerCase()));
}
