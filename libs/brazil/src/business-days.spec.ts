import { bankHolidaysOf, isBusinessDay, nextBusinessDay, sameOrNextBusinessDay } from './business-days.js';
import type { LocalDate } from './local-date.js';

describe('business days', () => {
  it.each<[number, LocalDate[]]>([
    [2026, ['2026-02-16', '2026-02-17', '2026-04-03', '2026-06-04']],
    [2027, ['2027-02-08', '2027-02-09', '2027-03-26', '2027-05-27']],
  ])('know the movable bank holidays of %d', (year, holidays) => {
    expect([...bankHolidaysOf(year)].toSorted()).toEqual(
      [
        ...holidays,
        ...['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '11-20', '12-25'].map(
          (day) => `${year}-${day}`,
        ),
      ].toSorted(),
    );
  });

  it('count the 20th of November as a holiday since 2024 only', () => {
    expect(isBusinessDay('2023-11-20')).toBe(true);
    expect(isBusinessDay('2024-11-20')).toBe(false);
  });

  it.each<LocalDate>(['2026-11-21', '2026-11-22', '2026-11-20', '2026-02-17', '2027-05-27'])('are not %s', (date) => {
    expect(isBusinessDay(date)).toBe(false);
  });

  it.each<LocalDate>(['2026-11-19', '2026-11-23', '2026-12-31', '2026-06-08', '2026-02-18'])('are %s', (date) => {
    expect(isBusinessDay(date)).toBe(true);
  });

  it.each<[LocalDate, LocalDate]>([
    ['2026-11-18', '2026-11-19'],
    ['2026-11-19', '2026-11-23'],
    ['2026-02-13', '2026-02-18'],
    ['2026-12-24', '2026-12-28'],
    ['2026-12-31', '2027-01-04'],
  ])('follow %s on %s', (date, next) => {
    expect(nextBusinessDay(date)).toBe(next);
  });

  it.each<[LocalDate, LocalDate]>([
    ['2026-12-20', '2026-12-21'],
    ['2027-01-19', '2027-01-19'],
    ['2026-11-20', '2026-11-23'],
  ])('turn %s into %s when a day has to be one', (date, day) => {
    expect(sameOrNextBusinessDay(date)).toBe(day);
  });
});
