import { addDays, parseLocalDate, startOfDaySaoPaulo, type LocalDate } from '@centavo/brazil';

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** What a schema says of a text that is a date, or a date-time with its zone. */
export const DATE_OR_DATE_TIME = {
  pattern:
    '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])' +
    '(T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9]))?$',
};

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

/** The stretch of time that a date parameter names: a whole day, or one instant. `until` is excluded. */
export interface TimeSpan {
  readonly from: Date;
  readonly until: Date;
}

/** Timestamps are kept in milliseconds, so an instant lasts one. */
const INSTANT_MS = 1;

/** A plain date is that day in São Paulo; a date-time needs its zone, because ours would only be guessed. Undefined when it is neither. */
export function toTimeSpan(text: string): TimeSpan | undefined {
  const instant = toInstant(text);
  if (instant) return { from: instant, until: new Date(instant.getTime() + INSTANT_MS) };
  const day = toLocalDate(text);
  return day && daySpan(day);
}

function daySpan(day: LocalDate): TimeSpan | undefined {
  try {
    return { from: startOfDaySaoPaulo(day), until: startOfDaySaoPaulo(addDays(day, 1)) };
  } catch (error) {
    // The last day there is.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
