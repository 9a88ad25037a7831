import { addDays, daysBetween, parseLocalDate, weekdayOf } from './local-date.js';

describe('a local date', () => {
  it.each(['2026-11-20', '2024-02-29', '0999-01-01'])('is read from %s', (text) => {
    expect(parseLocalDate(text)).toBe(text);
  });

  it.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '20261120', '2026-11-20T00:00:00Z', ''])(
    'is not %j',
    (text) => {
      expect(() => parseLocalDate(text)).toThrow(RangeError);
    },
  );

  it('counts days over months, years and leap days', () => {
    expect(addDays('2026-11-20', 30)).toBe('2026-12-20');
    expect(addDays('2026-11-20', 90)).toBe('2027-02-18');
    expect(addDays('2028-02-28', 2)).toBe('2028-03-01');
    expect(addDays('2027-01-01', -1)).toBe('2026-12-31');
  });

  it('counts the days to another', () => {
    expect(daysBetween('2026-11-20', '2026-12-21')).toBe(31);
    expect(daysBetween('2026-11-20', '2027-02-18')).toBe(90);
    expect(daysBetween('2028-03-01', '2028-02-28')).toBe(-2);
    expect(daysBetween('2026-11-20', '2026-11-20')).toBe(0);
  });

  it('knows its day of the week', () => {
    expect(weekdayOf('2026-12-20')).toBe(0);
    expect(weekdayOf('2026-11-20')).toBe(5);
  });
});
