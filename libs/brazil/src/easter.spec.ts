import { easterSunday } from './easter.js';
import { weekdayOf } from './local-date.js';

describe('easterSunday', () => {
  it.each([
    [1961, '1961-04-02'],
    [2000, '2000-04-23'],
    [2008, '2008-03-23'],
    [2011, '2011-04-24'],
    [2024, '2024-03-31'],
    [2026, '2026-04-05'],
    [2027, '2027-03-28'],
    [2038, '2038-04-25'],
    [2285, '2285-03-22'],
  ])('is in %d on %s', (year, date) => {
    expect(easterSunday(year)).toBe(date);
  });

  it('is a Sunday between 22 March and 25 April in every year', () => {
    for (let year = 1900; year < 2200; year++) {
      const easter = easterSunday(year);
      expect(weekdayOf(easter)).toBe(0);
      expect(easter >= `${year}-03-22` && easter <= `${year}-04-25`).toBe(true);
    }
  });
});
