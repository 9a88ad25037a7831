/** Headers of answers, each described once. */
export const HEADER_COMPONENTS = {
  'X-Request-Id': {
    required: true,
    description: "The client's own when it was 1..128 characters of `[A-Za-z0-9._-]`.",
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
  },
  'Idempotent-Replayed': {
    description: 'There when this is the answer that was given to the same `Idempotency-Key` before.',
    schema: { type: 'string', enum: ['true'] },
  },
  'WWW-Authenticate': { required: true, schema: { type: 'string' } },
  'Retry-After': { required: true, description: 'Seconds.', schema: { type: 'integer', minimum: 1 } },
};

const BY_STATUS: Readonly<Record<string, keyof typeof HEADER_COMPONENTS>> = {
  401: 'WWW-Authenticate',
  429: 'Retry-After',
  503: 'Retry-After',
};

/** What a retry with the same key can be answered; of the others none is kept. */
const KEPT = /^(20\d|404|409|410|422|423|403)$/;

/** The headers of an operation's answers with one status, as references. */
export function responseHeaders(status: string, isIdempotent: boolean): Record<string, object> {
  const own = BY_STATUS[status];
  const names: (keyof typeof HEADER_COMPONENTS)[] = [
    'X-Request-Id',
    ...(own ? [own] : []),
    ...(isIdempotent && KEPT.test(status) ? (['Idempotent-Replayed'] as const) : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
