import { addDays, startOfDaySaoPaulo } from '@centavo/brazil';
import { toInstant, toLocalDate } from '../../date-texts.js';
import { FieldRule } from '../../fields.js';

const HTTP = /^https?:$/;

/** On the `file_url` of a document. That it be https is the deployment's matter. */
export const HttpUrl = (): PropertyDecorator =>
  FieldRule(
    'isHttpUrl',
    (value) => typeof value !== 'string' || isPlainHttpUrl(value),
    'must be an absolute http or https URL without user and password',
  );

function isPlainHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return HTTP.test(protocol) && username === '' && password === '';
}

/** On the `expires_at` of a document. */
export const ValidUntil = (): PropertyDecorator =>
  FieldRule(
    'isDateTime',
    (value) => typeof value !== 'string' || toValidUntil(value) !== undefined,
    'must be an ISO 8601 date, or a date-time with its zone',
  );

/** Years that every date library knows, and that have four digits in any zone. */
const FIRST_YEAR = 1900;
const LAST_YEAR = 9998;

/** The instant until which a document is valid: a plain date is valid to its end in São Paulo. Undefined when the text is neither. */
export function toValidUntil(text: string): Date | undefined {
  const year = Number(text.slice(0, 4));
  if (!(year >= FIRST_YEAR && year <= LAST_YEAR)) return undefined;
  return toInstant(text) ?? lastInstantOf(text);
}

function lastInstantOf(text: string): Date | undefined {
  const day = toLocalDate(text);
  return day && new Date(startOfDaySaoPaulo(addDays(day, 1)).getTime() - 1);
}
