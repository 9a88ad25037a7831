import { saoPauloDateOf } from '@centavo/brazil';
import { applyDecorators } from '@nestjs/common';
import { DATE_OR_DATE_TIME, toLocalDate, toTimeSpan } from './date-texts.js';
import { FieldRule, StringField, type FieldOptions } from './fields.js';

/** Nobody alive was born before, and PostgreSQL has no year 0. */
const EARLIEST_BIRTH = '1800-01-01';
/** There was no platform before, nor São Paulo's zone as it is. */
const EARLIEST_DAY = '2000-01-01';

/** A day of the calendar, `YYYY-MM-DD`. */
const DateField = (options: FieldOptions): PropertyDecorator =>
  applyDecorators(
    StringField({ max: 10, format: 'date', ...options }),
    FieldRule(
      'isDate',
      (value) => typeof value !== 'string' || toLocalDate(value) !== undefined,
      'must be a date, YYYY-MM-DD',
    ),
  );

/** A day of business, in São Paulo: `YYYY-MM-DD`, not before this century. */
export const DayField = (options: FieldOptions = {}): PropertyDecorator =>
  applyDecorators(DateField(options), FieldRule('isWithin', isBusinessTime, `must not be before ${EARLIEST_DAY}`));

/** A day of birth: `YYYY-MM-DD`, today in São Paulo or earlier. */
export const BirthDateField = (options: FieldOptions = {}): PropertyDecorator =>
  applyDecorators(
    DateField({ example: '1985-04-23', ...options }),
    FieldRule('isWithin', isBirthDate, `must be today or earlier, and not before ${EARLIEST_BIRTH}`),
  );

/** A moment: a date-time with its zone, or a plain date for the beginning of that day in São Paulo. */
export const InstantField = (options: FieldOptions = {}): PropertyDecorator =>
  applyDecorators(
    StringField({ max: 40, schema: DATE_OR_DATE_TIME, ...options }),
    FieldRule(
      'isInstant',
      (value) => typeof value !== 'string' || toTimeSpan(value) !== undefined,
      'must be an ISO 8601 date, or a date-time with its zone',
    ),
  );

function isBusinessTime(value: unknown): boolean {
  const date = typeof value === 'string' ? toLocalDate(value) : undefined;
  return !date || date >= EARLIEST_DAY;
}

function isBirthDate(value: unknown): boolean {
  const date = typeof value === 'string' ? toLocalDate(value) : undefined;
  return !date || (date >= EARLIEST_BIRTH && date <= saoPauloDateOf(new Date()));
}
