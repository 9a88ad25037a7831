import { isUuid, type AuditCall } from '@centavo/contracts';
import type { FastifyRequest } from 'fastify';
import { toStorable } from '../http/storable-text.js';
import { blotSecrets, blotText } from './blot-secrets.js';

/** No operation for operators takes nearly as much; what is longer is nonsense, and the log is for ever. */
const MAX_BODY_CHARACTERS = 16_384;

/** What a parameter says; of one that is given several times, each. */
type Query = Readonly<Record<string, string | readonly string[]>>;

/** An operator's request as the audit log keeps it. */
export function toAuditCall(request: FastifyRequest): AuditCall {
  const { id: resourceId } = request.params as { readonly id?: string };
  const { id, operator } = request.operatorCall!;
  return {
    id,
    operator,
    method: request.method,
    path: presentablePath(request.url.split('?', 1)[0]!),
    query: presentable(storableQuery(request.query as Query)),
    resource_id: resourceId !== undefined && isUuid(resourceId) ? resourceId.toLowerCase() : null,
    request_id: request.id,
    body: presentable(request.body),
  };
}

/** As it came, unless there is a secret in it: then as it reads. */
function presentablePath(path: string): string {
  const read = toStorable(decoded(path));
  const blotted = blotText(read);
  return blotted === read ? path : blotted;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The call is recorded before its query is checked. A body has been checked when it was parsed. */
const storableQuery = (query: Query): Query =>
  Object.fromEntries(
    Object.entries(query).map(([name, texts]) => [
      toStorable(name),
      typeof texts === 'string' ? toStorable(texts) : texts.map(toStorable),
    ]),
  );

function presentable(value: unknown): object | null {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return null;
  const { length } = JSON.stringify(value);
  return length > MAX_BODY_CHARACTERS ? { left_out: `${length} characters` } : (blotSecrets(value) as object);
}
