/** A calendar day without time or zone, `YYYY-MM-DD`. Compares and sorts as text. */
export type LocalDate = `${number}-${number}-${number}`;

const DAY_MS = 86_400_000;
const SHAPE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Reads a `YYYY-MM-DD` date.
 * @throws RangeError when the text has another shape or names no day of the calendar
 */
export function parseLocalDate(text: string): LocalDate {
  const instant = SHAPE.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  // A day that a month does not have (02-30) is either no date or rolls over to the next month.
  if (!instant || Number.isNaN(instant.getTime()) || dayOf(instant) !== text) {
    throw new RangeError(`${text} is no date`);
  }
  return text;
}

/** The day `days` days after `date`, or before it when negative. */
export function addDays(date: LocalDate, days: number): LocalDate {
  const instant = new Date(`${date}T00:00:00Z`);
  instant.setUTCDate(instant.getUTCDate() + days);
  return dayOf(instant);
}

/** How many days `to` is after `from`; negative when it is before. */
export const daysBetween = (from: LocalDate, to: LocalDate): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** The day of the week, 0 is Sunday. */
export const weekdayOf = (date: LocalDate): number => new Date(`${date}T00:00:00Z`).getUTCDay();

const dayOf = (instant: Date): LocalDate => instant.toISOString().slice(0, 10) as LocalDate;
