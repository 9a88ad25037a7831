import { parseLocalDate, type LocalDate } from '@centavo/brazil';

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** A `YYYY-MM-DD` day of the calendar, undefined when the text is none. */
export function toLocalDate(text: string): LocalDate | undefined {
  try {
    return parseLocalDate(text);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** An ISO 8601 date-time with its zone, which would else have to be guessed; undefined when the text is none. */
export function toInstant(text: string): Date | undefined {
  // Date takes 30 February for 2 March.
  if (!DATE_TIME.test(text) || !toLocalDate(text.slice(0, 10))) return undefined;
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}
