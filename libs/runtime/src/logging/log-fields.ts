import { isNativeError } from 'node:util/types';

/**
 * The names a log line may carry. An allow-list, because a deny-list forgets the next secret: whoever logs something new decides
 * here whether it may be seen. None of them may ever hold card data, a secret, a document number or a name of a person.
 */
export const LOG_FIELDS = [
  'service',
  'environment',
  'instance',
  'requestId',
  'correlationId',
  'correlationIds',
  'traceId',
  'method',
  'route',
  'statusCode',
  'errorCode',
  'durationMs',
  'delayMs',
  'timeoutMs',
  'attempt',
  'attempts',
  'count',
  'size',
  'bytes',
  'rows',
  'reason',
  'signal',
  'status',
  'event',
  'type',
  'topic',
  'topics',
  'partition',
  'offset',
  'group',
  'brokers',
  'pattern',
  'command',
  'messageId',
  'eventId',
  'outboxId',
  'deadLetterId',
  'key',
  'merchantId',
  'chargeId',
  'walletId',
  'receivableId',
  'withdrawalId',
  'anticipationId',
  'submerchantId',
  'recipientId',
  'documentId',
  'representativeId',
  'paymentLinkId',
  'apiKeyId',
  'endpointId',
  'deliveryId',
  'journalEntryId',
  'resourceId',
  'schema',
  'migration',
  'database',
  'host',
  'port',
  'url',
  'path',
  'pid',
  'job',
  'error',
] as const;

export type LogField = (typeof LOG_FIELDS)[number];

type Loggable = string | number | bigint | boolean | Date | null | undefined | readonly (string | number)[];

/** What a log call may say beside its message. `error` takes whatever was thrown. */
export type LogFields = { readonly [Field in Exclude<LogField, 'error'>]?: Loggable } & { readonly error?: unknown };

/** Deeper than this is a cycle. */
const MAX_CAUSES = 4;

const ALLOWED: ReadonlySet<string> = new Set(LOG_FIELDS);

/** Keeps allowed fields; the names of the others, never their values, are listed in `dropped`. */
export function allowedFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  const dropped: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (!ALLOWED.has(name)) dropped.push(name);
    else if (value !== undefined) kept[name] = name === 'error' ? describeError(value) : plain(value);
  }
  if (dropped.length > 0) kept['dropped'] = dropped;
  return kept;
}

/** Only these parts of an error: drivers hang parameters, rows and whole sockets on theirs. */
function describeError(error: unknown): Record<string, unknown> {
  const described = describeShortly(error);
  return isNativeError(error) ? { ...described, stack: error.stack } : described;
}

function describeShortly(error: unknown, depth = 0): Record<string, unknown> {
  if (!isNativeError(error)) return { type: typeof error, message: String(error) };
  const { name: type, message, cause } = error;
  const { code } = error as { code?: unknown };
  if (cause === undefined || depth === MAX_CAUSES) return { type, message, code };
  return { type, message, code, cause: describeShortly(cause, depth + 1) };
}

function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(String);
  return typeof value === 'object' && value !== null ? '[object]' : value;
}
