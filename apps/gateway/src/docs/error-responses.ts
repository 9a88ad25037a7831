import { ERROR_CATALOGUE, httpStatusOf, type ErrorCode } from '@centavo/contracts';
import type { OpenAPIObject } from '@nestjs/swagger';
import { accessOf, type Access } from '../auth/access.js';
import { ERRORS_EXTENSION, type OwnErrors } from './answers.decorator.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

const WRITE_METHODS = ['post', 'put', 'patch', 'delete'];
const BODY_METHODS = ['post', 'put', 'patch'];

const BY_ACCESS: Record<Access, readonly ErrorCode[]> = {
  public: [],
  operator: ['authentication_required', 'rate_limit_exceeded'],
  public_key: [
    'authentication_required',
    'invalid_api_key',
    'api_key_inactive',
    'ip_not_allowed',
    'rate_limit_exceeded',
  ],
  secret_key: [
    'authentication_required',
    'invalid_api_key',
    'api_key_inactive',
    'secret_key_required',
    'ip_not_allowed',
    'rate_limit_exceeded',
  ],
};

const BY_KEY: readonly Access[] = ['public_key', 'secret_key'];

/** Anybody may open these, so that how often is limited by address. */
const OF_LINKS = '/pay/{id}';

/** What a controller said of an operation's errors. */
export const ownErrorsOf = (operation: Operation): OwnErrors =>
  (operation as unknown as Record<typeof ERRORS_EXTENSION, OwnErrors>)[ERRORS_EXTENSION];

/** Every error of an operation by status: its own, and those that follow from its method, path and access. */
export function errorsOf(method: string, path: string, operation: Operation): Map<number, ErrorCode[]> {
  const { errors, unknownIds, takesAnyPath } = ownErrorsOf(operation);
  const access = accessOf(path);
  const isWrite = WRITE_METHODS.includes(method);
  const takes = new Set((operation.parameters ?? []).map((parameter) => ('in' in parameter ? parameter.in : '')));
  const codes: ErrorCode[] = [
    ...errors,
    ...BY_ACCESS[access],
    ...(takes.has('path') ? (['route_not_found'] as const) : []),
    ...(takes.has('path') && !takesAnyPath ? (['invalid_uuid'] as const) : []),
    ...(path.startsWith(OF_LINKS) ? (['rate_limit_exceeded'] as const) : []),
    ...(takes.has('query') ? (['invalid_query_parameter'] as const) : []),
    ...(BODY_METHODS.includes(method) || operation.requestBody ? BODY_ERRORS : []),
    ...(isWrite ? WRITE_ERRORS : []),
    ...(isWrite && BY_KEY.includes(access) ? (['merchant_suspended'] as const) : []),
    'internal_error',
    'service_unavailable',
  ];
  const found = [...new Set(codes)].map((code) => ({ code, status: httpStatusOf(code, false) }));
  const inBody = unknownIds.map((code) => ({ code, status: httpStatusOf(code, true) }));
  const byStatus = Map.groupBy([...found, ...inBody], ({ status }) => status);
  return new Map([...byStatus].map(([status, same]) => [status, same.map(({ code }) => code)]));
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

/** One response per status, that names its codes with what each means. @param pages codes that are told by a page for people */
export function errorResponses(
  byStatus: Map<number, ErrorCode[]>,
  pages: readonly ErrorCode[],
): Record<string, object> {
  return Object.fromEntries(
    [...byStatus].map(([status, sameStatus]) => [
      String(status),
      {
        description: sameStatus.map((code) => `\`${code}\`: ${ERROR_CATALOGUE[code].message}`).join('\n\n'),
        content: contentOf(sameStatus, pages),
      },
    ]),
  );
}

function contentOf(codes: readonly ErrorCode[], pages: readonly ErrorCode[]): Record<string, object> {
  const inJson = codes.filter((code) => !pages.includes(code));
  const schema = {
    allOf: [
      { $ref: '#/components/schemas/Error' },
      { type: 'object', properties: { error: { type: 'string', enum: inJson } } },
    ],
  };
  return {
    ...(inJson.length > 0 && { 'application/json': { schema } }),
    ...(inJson.length < codes.length && { 'text/html': {} }),
  };
}
