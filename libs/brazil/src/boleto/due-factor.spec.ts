import { addDays, type LocalDate } from '../local-date.js';
import { dueFactor } from './due-factor.js';

describe('dueFactor', () => {
  it.each<[LocalDate, number]>([
    ['1997-10-08', 1],
    ['2000-07-03', 1000],
    ['2007-12-31', 3737],
    ['2025-02-21', 9999],
    ['2025-02-22', 1000],
    ['2025-02-23', 1001],
    ['2026-11-21', 1637],
    ['2049-10-13', 9999],
  ])('of %s is %d', (date, factor) => {
    expect(dueFactor(date)).toBe(factor);
  });

  it.each<LocalDate>(['1997-10-07', '2049-10-14', '2100-01-01'])('refuses %s, which has none', (date) => {
    expect(() => dueFactor(date)).toThrow(RangeError);
  });

  it('is one more every day since the restart', () => {
    let day: LocalDate = '2025-02-22';
    for (let factor = 1000; factor <= 9999; factor += 1) {
      expect(dueFactor(day)).toBe(factor);
      day = addDays(day, 1);
    }
  });
});
