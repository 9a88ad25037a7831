import { DomainError, type ErrorDetail } from '@centavo/contracts';
import { isStorable, unstorable } from './storable-text.js';

/** No request of ours nests deeper than a few levels; unbounded depth would overflow the stack of whatever walks it. */
const MAX_DEPTH = 32;

const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__']);

/**
 * Parses a request body.
 * @throws DomainError `invalid_json` when it is no JSON object, nests too deep or names a prototype; `validation_error` when a text
 * holds what PostgreSQL cannot store: NUL or half a surrogate pair
 */
export function parseJsonBody(text: string): Record<string, unknown> {
  const body = parse(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new DomainError('invalid_json');
  // A character that UTF-8 cannot carry can only have come as an escape, so that bodies without one need no look at their texts.
  const inspection = { checkTexts: text.includes('\\u'), details: [] };
  inspect(body, '', 1, inspection);
  if (inspection.details.length > 0) throw new DomainError('validation_error', { details: inspection.details });
  return body as Record<string, unknown>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DomainError('invalid_json');
  }
}

interface Inspection {
  readonly checkTexts: boolean;
  readonly details: ErrorDetail[];
}

function inspect(value: object, path: string, depth: number, inspection: Inspection): void {
  if (depth > MAX_DEPTH) {
    throw new DomainError('invalid_json', { message: `The body is nested deeper than ${MAX_DEPTH} levels.` });
  }
  for (const key of Object.keys(value)) {
    if (FORBIDDEN_KEYS.has(key)) throw new DomainError('invalid_json', { message: `The body may not name ${key}.` });
    const item = (value as Record<string, unknown>)[key];
    const isNested = typeof item === 'object' && item !== null;
    if (!isNested && !inspection.checkTexts) continue;
    const field = path === '' ? key : `${path}.${key}`;
    if (isNested) inspect(item, field, depth + 1, inspection);
    if (inspection.checkTexts) checkTexts(key, item, field, inspection.details);
  }
}

function checkTexts(key: string, item: unknown, field: string, details: ErrorDetail[]): void {
  if (isStorable(key) && (typeof item !== 'string' || isStorable(item))) return;
  details.push(unstorable(field));
}
