import { BANK_HOLIDAYS } from './bank-holidays.data.js';
import { easterSunday } from './easter.js';
import { addDays, weekdayOf, type LocalDate } from './local-date.js';

const SATURDAY = 6;
const SUNDAY = 0;

/** Whether banks settle on this day: no weekend and no bank holiday. */
export function isBusinessDay(date: LocalDate): boolean {
  const weekday = weekdayOf(date);
  return weekday !== SATURDAY && weekday !== SUNDAY && !bankHolidaysOf(Number(date.slice(0, 4))).has(date);
}

/** `date` itself when it is a business day, else the first one after it. */
export function sameOrNextBusinessDay(date: LocalDate): LocalDate {
  return isBusinessDay(date) ? date : nextBusinessDay(date);
}

/** The first business day after `date`. */
export function nextBusinessDay(date: LocalDate): LocalDate {
  let day = addDays(date, 1);
  while (!isBusinessDay(day)) day = addDays(day, 1);
  return day;
}

/** The bank holidays of a year, on whatever weekday they fall. */
export function bankHolidaysOf(year: number): ReadonlySet<LocalDate> {
  const known = knownYears.get(year);
  if (known) return known;
  const easter = easterSunday(year);
  const fixed = BANK_HOLIDAYS.fixed.filter((holiday) => !('since' in holiday) || holiday.since <= year);
  const holidays = new Set<LocalDate>([
    ...fixed.map(({ monthDay }) => `${year}-${monthDay}` as LocalDate),
    ...BANK_HOLIDAYS.movable.map(({ daysAfterEaster }) => addDays(easter, daysAfterEaster)),
  ]);
  knownYears.set(year, holidays);
  return holidays;
}

const knownYears = new Map<number, ReadonlySet<LocalDate>>();
