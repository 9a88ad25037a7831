import { addDays, saoPauloDateOf } from '@centavo/brazil';
import { applyDecorators } from '@nestjs/common';
import { toInstant, toLocalDate } from '../../date-texts.js';
import { FieldRule } from '../../fields.js';

/** The shortest and longest validity of a Pix code, in seconds: a minute to 30 days. */
export const PIX_EXPIRES_IN = { min: 60, max: 2_592_000, default: 3600 } as const;

/**
 * What has passed is refused by payments, after it has looked for the answer that an idempotency key stands for: whoever asks again a day
 * later must hear of the charge that was made. Here only what was never valid is refused.
 */
const RETRIED_WITHIN_DAYS = 1;
const RETRIED_WITHIN_SECONDS = RETRIED_WITHIN_DAYS * 24 * 60 * 60;

/** How far ahead a boleto can be due, in days. */
export const MAX_BOLETO_DAYS = 365;

/** On the `expires_at` of a Pix. The instant is judged where the request comes in, by the time it is there. */
export const PixExpiresAtRules = (): PropertyDecorator =>
  applyDecorators(
    FieldRule(
      'isDateTime',
      (value) => typeof value !== 'string' || toInstant(value) !== undefined,
      'must be an ISO 8601 date-time with its zone',
    ),
    FieldRule('isWithin', isPixValidity, 'must be at least a minute and at most 30 days from now'),
    FieldRule(
      'excludes',
      (_, { expires_in }) => expires_in === undefined || expires_in === null,
      'excludes expires_in',
    ),
  );

function isPixValidity(value: unknown): boolean {
  const instant = typeof value === 'string' ? toInstant(value) : undefined;
  if (!instant) return true;
  const seconds = (instant.getTime() - Date.now()) / 1000;
  return seconds >= PIX_EXPIRES_IN.min - RETRIED_WITHIN_SECONDS && seconds <= PIX_EXPIRES_IN.max;
}

/** On the `due_at` of a boleto: a day, today in São Paulo or later. */
export const BoletoDueAtRules = (): PropertyDecorator =>
  applyDecorators(
    FieldRule(
      'isDate',
      (value) => typeof value !== 'string' || toLocalDate(value) !== undefined,
      'must be a date, YYYY-MM-DD',
    ),
    FieldRule('isWithin', isBoletoDueDate, `must be today or later, at most ${MAX_BOLETO_DAYS} days ahead`),
  );

function isBoletoDueDate(value: unknown): boolean {
  const date = typeof value === 'string' ? toLocalDate(value) : undefined;
  if (!date) return true;
  const today = saoPauloDateOf(new Date());
  return date >= addDays(today, -RETRIED_WITHIN_DAYS) && date <= addDays(today, MAX_BOLETO_DAYS);
}
