import { addDays, startOfDaySaoPaulo, type LocalDate } from '@centavo/brazil';
import type { TimeRange } from '../http/lists/whole-days.js';

export const SUMMARY_PERIODS = [
  'today',
  'yesterday',
  'last_7_days',
  'last_30_days',
  'this_month',
  'last_month',
  'next_7_days',
  'next_30_days',
  'next_month',
] as const;
export type SummaryPeriod = (typeof SUMMARY_PERIODS)[number];

/** The first and the last day of a period. */
type Days = readonly [LocalDate, LocalDate];

/** What goes on for days until today, or from tomorrow. */
const lastDays =
  (count: number) =>
  (today: LocalDate): Days => [addDays(today, 1 - count), today];
const nextDays =
  (count: number) =>
  (today: LocalDate): Days => [addDays(today, 1), addDays(today, count)];
const day =
  (offset: number) =>
  (today: LocalDate): Days => [addDays(today, offset), addDays(today, offset)];
const month =
  (offset: number) =>
  (today: LocalDate): Days => [firstOfMonth(today, offset), addDays(firstOfMonth(today, offset + 1), -1)];

const DAYS_OF: Readonly<Record<SummaryPeriod, (today: LocalDate) => Days>> = {
  today: day(0),
  yesterday: day(-1),
  last_7_days: lastDays(7),
  last_30_days: lastDays(30),
  this_month: month(0),
  last_month: month(-1),
  next_7_days: nextDays(7),
  next_30_days: nextDays(30),
  next_month: month(1),
};

function firstOfMonth(date: LocalDate, monthsLater: number): LocalDate {
  const [year, month] = date.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month - 1 + monthsLater)).toISOString().slice(0, 10) as LocalDate;
}

/** The time that a period stands for. @param today in São Paulo */
export function periodRange(period: SummaryPeriod, today: LocalDate): TimeRange {
  const [first, last] = DAYS_OF[period](today);
  return { from: startOfDaySaoPaulo(first), until: startOfDaySaoPaulo(addDays(last, 1)) };
}
