import { ERROR_CATALOGUE, type ErrorCode } from '@centavo/contracts';
import type { OpenAPIObject } from '@nestjs/swagger';
import { accessOf, type Access } from '../auth/access.js';
import { ERRORS_EXTENSION } from './answers.decorator.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

const WRITE_METHODS = ['post', 'put', 'patch', 'delete'];
const BODY_METHODS = ['post', 'put', 'patch'];

const BY_ACCESS: Record<Access, readonly ErrorCode[]> = {
  public: [],
  operator: ['authentication_required', 'rate_limit_exceeded'],
  secret_key: [
    'authentication_required',
    'invalid_api_key',
    'api_key_inactive',
    'secret_key_required',
    'ip_not_allowed',
    'rate_limit_exceeded',
  ],
};

/** Every code an operation can answer: its own, and those that follow from its method, path and access. */
export function errorCodesOf(method: string, path: string, operation: Operation): ErrorCode[] {
  const own = (operation as unknown as Record<string, ErrorCode[] | undefined>)[ERRORS_EXTENSION] ?? [];
  const access = accessOf(path);
  const parameters = (operation.parameters ?? []).map((parameter) => ('in' in parameter ? parameter.in : ''));
  const codes: ErrorCode[] = [
    ...own,
    ...BY_ACCESS[access],
    ...(parameters.includes('path') ? (['invalid_uuid'] as const) : []),
    ...(parameters.includes('query') ? (['invalid_query_parameter'] as const) : []),
    ...(BODY_METHODS.includes(method) ? BODY_ERRORS : []),
    ...(WRITE_METHODS.includes(method) ? WRITE_ERRORS : []),
    ...(WRITE_METHODS.includes(method) && access === 'secret_key' ? (['merchant_suspended'] as const) : []),
    'internal_error',
    'service_unavailable',
  ];
  return [...new Set(codes)];
}

const BODY_ERRORS: readonly ErrorCode[] = [
  'invalid_json',
  'payload_too_large',
  'unsupported_media_type',
  'validation_error',
];

const WRITE_ERRORS: readonly ErrorCode[] = [
  'invalid_idempotency_key',
  'idempotency_in_progress',
  'idempotency_key_reused',
  'timeout',
];

const HEADERS_BY_STATUS: Readonly<Record<number, object>> = {
  401: { 'WWW-Authenticate': { schema: { type: 'string' } } },
  429: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds.' } },
  503: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds.' } },
};

/** One response per status, that names its codes with what each means. */
export function errorResponses(codes: readonly ErrorCode[]): Record<string, object> {
  const byStatus = Map.groupBy(codes, (code) => ERROR_CATALOGUE[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, sameStatus]) => [
      String(status),
      {
        description: sameStatus.map((code) => `\`${code}\`: ${ERROR_CATALOGUE[code].message}`).join('\n\n'),
        ...(HEADERS_BY_STATUS[status] && { headers: HEADERS_BY_STATUS[status] }),
        content: {
          'application/json': {
            schema: {
              allOf: [
                { $ref: '#/components/schemas/Error' },
                { type: 'object', properties: { error: { type: 'string', enum: sameStatus } } },
              ],
            },
          },
        },
      },
    ]),
  );
}
