import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { DomainError, FINGERPRINTS_BAR, type IdempotencyRequest } from '@centavo/contracts';
import { derivedKeys, type Settings } from '@centavo/runtime';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** What tells the bodies of its requests apart. */
    bodyFingerprints: BodyFingerprints;
  }
}

const ACCEPTED = /^[\x20-\x7e]{1,255}$/;

/**
 * Credentials in a body, a new PIN too. Whether two requests had the same ones, no answer may tell: who repeats a key with guesses would be told of the
 * right one, as often as it likes and without a lock. So a repeated key has the first answer, whatever its PIN says.
 */
const CREDENTIALS: ReadonlySet<string> = new Set(['pin', 'current_pin', 'transaction_pin']);

/**
 * What identifies a body: the HMAC-SHA-256 of its canonical JSON without credentials, base64url. Keyed, because services keep it: who reads their
 * databases cannot find out by trying what a body said, be it a CPF of which a mask shows the half. While `SECRETS_KEY` holds several keys a body has
 * a fingerprint under each; where none of them is known, a request that is repeated looks like another one.
 */
export class BodyFingerprints {
  /** As key objects: to prepare bytes anew each time would cost several times the HMAC. */
  readonly #keys: readonly KeyObject[];

  /** @throws SecretBoxError without a `SECRETS_KEY` */
  constructor({ secretsKeys }: Pick<Settings, 'secretsKeys'>) {
    this.#keys = derivedKeys(secretsKeys, 'fingerprints of request bodies').map((key) => createSecretKey(key));
  }

  of(body: unknown): string {
    const fields = Object.entries(body ?? {}).filter(([name]) => !CREDENTIALS.has(name));
    const text = canonicalJson(Object.fromEntries(fields));
    return this.#keys.map((key) => createHmac('sha256', key).update(text).digest('base64url')).join(FINGERPRINTS_BAR);
  }
}

type IdempotentRequest = Pick<FastifyRequest, 'headers' | 'method' | 'url' | 'body'> & {
  readonly server: Pick<FastifyRequest['server'], 'bodyFingerprints'>;
};

/**
 * What the client's `Idempotency-Key` header means to the service that answers, null without one.
 * @throws DomainError `invalid_idempotency_key`
 */
export function idempotencyOf(request: IdempotentRequest): IdempotencyRequest | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !ACCEPTED.test(key)) throw new DomainError('invalid_idempotency_key');
  return {
    scope: `${request.method} ${request.url.split('?', 1)[0]}`,
    key,
    fingerprint: request.server.bodyFingerprints.of(request.body),
  };
}

/** JSON with sorted keys and no spaces: two bodies have the same text when they are equal as JSON values. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const object = value as Record<string, unknown>;
  const members = Object.keys(object)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key])}`);
  return `{${members.join(',')}}`;
}
