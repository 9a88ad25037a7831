import { DomainError, type IdempotencyRequest } from '@centavo/contracts';
import { sha256 } from '@centavo/runtime';
import type { FastifyRequest } from 'fastify';

const ACCEPTED = /^[\x20-\x7e]{1,255}$/;

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
    fingerprint: sha256(canonicalJson(request.body ?? {}), 'base64url'),
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
