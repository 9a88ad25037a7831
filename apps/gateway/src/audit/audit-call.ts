import type { AuditCall } from '@centavo/contracts';
import type { FastifyRequest } from 'fastify';
import { isUuid } from '../http/request.pipe.js';
import { blotSecrets } from './blot-secrets.js';

/** No operation for operators takes nearly as much; what is longer is nonsense, and the log is for ever. */
const MAX_BODY_CHARACTERS = 16_384;

/** An operator's request as the audit log keeps it. */
export function toAuditCall(request: FastifyRequest): AuditCall {
  const { id: resourceId } = request.params as { readonly id?: string };
  const { id, operator } = request.operatorCall!;
  return {
    id,
    operator,
    method: request.method,
    path: request.url.split('?', 1)[0]!,
    query: presentable(request.query),
    resource_id: resourceId !== undefined && isUuid(resourceId) ? resourceId.toLowerCase() : null,
    request_id: request.id,
    body: presentable(request.body),
  };
}

function presentable(value: unknown): object | null {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return null;
  const { length } = JSON.stringify(value);
  return length > MAX_BODY_CHARACTERS ? { left_out: `${length} characters` } : (blotSecrets(value) as object);
}
