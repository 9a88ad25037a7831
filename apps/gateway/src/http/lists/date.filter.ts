import { DATE_OR_DATE_TIME, toTimeSpan } from '@centavo/contracts';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, registerDecorator } from 'class-validator';

/** The first instant of a `…_from` parameter. */
export const fromInstant = (text: string | undefined): Date | null => (text ? toTimeSpan(text)!.from : null);

/** The instant after the last one of a `…_to` parameter. */
export const untilInstant = (text: string | undefined): Date | null => (text ? toTimeSpan(text)!.until : null);

/** A query parameter that takes a date or a date-time. */
export function DateFilter(description: string): PropertyDecorator {
  return (target, key) => {
    ApiPropertyOptional({
      type: 'string',
      ...DATE_OR_DATE_TIME,
      description: `${description} ISO 8601; a plain date means that day in America/Sao_Paulo.`,
      example: '2026-11-20',
    })(target, key);
    IsOptional()(target, key);
    registerDecorator({
      name: 'isDateFilter',
      target: target.constructor,
      propertyName: key as string,
      validator: {
        validate: (value: unknown) => typeof value === 'string' && toTimeSpan(value) !== undefined,
        defaultMessage: () => `${String(key)} must be an ISO 8601 date, or a date-time with its zone`,
      },
    });
  };
}
