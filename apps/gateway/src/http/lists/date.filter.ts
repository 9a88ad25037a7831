import { addDays, parseLocalDate, startOfDaySaoPaulo } from '@centavo/brazil';
import { toInstant } from '@centavo/contracts';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, registerDecorator } from 'class-validator';

/** The stretch of time that a date parameter names: a whole day, or one instant. `until` is excluded. */
interface Span {
  readonly from: Date;
  readonly until: Date;
}

/** Timestamps are kept in milliseconds, so an instant lasts one. */
const INSTANT_MS = 1;

/** A plain date is that day in São Paulo; a date-time needs its zone, because ours would only be guessed. */
export function parseDateFilter(text: string): Span | undefined {
  const instant = toInstant(text);
  if (instant) return { from: instant, until: new Date(instant.getTime() + INSTANT_MS) };
  return daySpan(text);
}

function daySpan(text: string): Span | undefined {
  try {
    const day = parseLocalDate(text);
    return { from: startOfDaySaoPaulo(day), until: startOfDaySaoPaulo(addDays(day, 1)) };
  } catch (error) {
    // No date, or the last one there is.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The first instant of a `…_from` parameter. */
export const fromInstant = (text: string | undefined): Date | null => (text ? parseDateFilter(text)!.from : null);

/** The instant after the last one of a `…_to` parameter. */
export const untilInstant = (text: string | undefined): Date | null => (text ? parseDateFilter(text)!.until : null);

/** A query parameter that takes a date or a date-time. */
export function DateFilter(description: string): PropertyDecorator {
  return (target, key) => {
    ApiPropertyOptional({
      type: 'string',
      description: `${description} ISO 8601; a plain date means that day in America/Sao_Paulo.`,
      example: '2026-11-20',
    })(target, key);
    IsOptional()(target, key);
    registerDecorator({
      name: 'isDateFilter',
      target: target.constructor,
      propertyName: key as string,
      validator: {
        validate: (value: unknown) => typeof value === 'string' && parseDateFilter(value) !== undefined,
        defaultMessage: () => `${String(key)} must be an ISO 8601 date, or a date-time with its zone`,
      },
    });
  };
}
