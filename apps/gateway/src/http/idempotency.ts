import { DomainError, type IdempotencyRequest } from '@centavo/contracts';
import { sha256 } from '@centavo/runtime';
import type { FastifyRequest } from 'fastify';

const ACCEPTED = /^[\x20-\x7e]{1,255}$/;

/**
 * Credentials in a body. They say who asks and not for what; and a hash of a body whose only unknown is four digits would give them away, as would an
 * answer that tells whether two requests had the same ones.
 */
const CREDENTIALS: ReadonlySet<string> = new Set(['pin', 'current_pin', 'transaction_pin']);

/** What identifies a body: the SHA-256 of its canonical JSON without credentials, base64url. */
export function fingerprintOf(body: unknown): string {
  const fields = Object.entries(body ?? {}).filter(([name]) => !CREDENTIALS.has(name));
  return sha256(canonicalJson(Object.fromEntries(fields)), 'base64url');
}

/**
 * What the client's `Idempotency-Key` header means to the service that answers, null without one.
 * @throws DomainError `invalid_idempotency_key`
 */
export function idempotencyOf(
  request: Pick<FastifyRequest, 'headers' | 'method' | 'url' | 'body'>,
): IdempotencyRequest | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !ACCEPTED.test(key)) throw new DomainError('invalid_idempotency_key');
  return {
    scope: `${request.method} ${request.url.split('?', 1)[0]}`,
    key,
    fingerprint: fingerprintOf(request.body),
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
