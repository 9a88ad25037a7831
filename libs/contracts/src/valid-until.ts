import { addDays, startOfDaySaoPaulo } from '@centavo/brazil';
import { toInstant, toLocalDate } from './date-texts.js';
import { FieldRule } from './fields.js';

/** On a field that says until when something is valid. */
export const ValidUntil = (): PropertyDecorator =>
  FieldRule(
    'isDateTime',
    (value) => typeof value !== 'string' || toValidUntil(value) !== undefined,
    'must be an ISO 8601 date, or a date-time with its zone',
  );

/** Years that every date library knows, and that have four digits in any zone. */
const FIRST_YEAR = 1900;
const LAST_YEAR = 9998;

/** The instant until which something is valid: a plain date is valid to its end in São Paulo. Undefined when the text is neither. */
export function toValidUntil(text: string): Date | undefined {
  const year = Number(text.slice(0, 4));
  if (!(year >= FIRST_YEAR && year <= LAST_YEAR)) return undefined;
  return toInstant(text) ?? lastInstantOf(text);
}

function lastInstantOf(text: string): Date | undefined {
  const day = toLocalDate(text);
  return day && new Date(startOfDaySaoPaulo(addDays(day, 1)).getTime() - 1);
}
