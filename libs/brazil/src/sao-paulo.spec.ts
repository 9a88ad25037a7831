import type { LocalDate } from './local-date.js';
import { saoPauloDateOf, startOfDaySaoPaulo } from './sao-paulo.js';

describe('São Paulo', () => {
  it('is still on the day before until three in the morning, UTC', () => {
    expect(saoPauloDateOf(new Date('2026-11-21T02:59:59.999Z'))).toBe('2026-11-20');
    expect(saoPauloDateOf(new Date('2026-11-21T03:00:00.000Z'))).toBe('2026-11-21');
  });

  it('starts its day at 03:00 UTC', () => {
    expect(startOfDaySaoPaulo('2026-12-21')).toEqual(new Date('2026-12-21T03:00:00.000Z'));
    expect(startOfDaySaoPaulo('2027-02-18').toISOString()).toBe('2027-02-18T03:00:00.000Z');
  });

  it.each<[string, LocalDate, string]>([
    ['in the summer of the years with daylight saving', '2018-12-10', '2018-12-10T02:00:00.000Z'],
    ['at one o’clock when midnight is skipped', '2018-11-04', '2018-11-04T03:00:00.000Z'],
    ['after the hour that is lived twice', '2019-02-17', '2019-02-17T03:00:00.000Z'],
    ['with the first of the two hours before it', '2019-02-16', '2019-02-16T02:00:00.000Z'],
  ])('starts its day %s', (_, date, start) => {
    expect(startOfDaySaoPaulo(date).toISOString()).toBe(start);
  });

  it('gives a start that belongs to the day, right after the day before', () => {
    for (const date of ['2018-11-04', '2019-02-17', '2026-11-20', '2028-02-29'] as const) {
      const start = startOfDaySaoPaulo(date);
      expect(saoPauloDateOf(start)).toBe(date);
      expect(saoPauloDateOf(new Date(start.getTime() - 1)) < date).toBe(true);
    }
  });

  it('knows the change of the clock from one hour to the next', () => {
    expect(saoPauloDateOf(new Date('2019-02-17T01:59:59.999Z'))).toBe('2019-02-16');
    expect(saoPauloDateOf(new Date('2019-02-17T02:00:00.000Z'))).toBe('2019-02-16');
    expect(saoPauloDateOf(new Date('2018-12-17T02:00:00.000Z'))).toBe('2018-12-17');
  });

  it('does not let a caller change the start it remembers', () => {
    startOfDaySaoPaulo('2026-12-24').setUTCFullYear(1999);
    expect(startOfDaySaoPaulo('2026-12-24').toISOString()).toBe('2026-12-24T03:00:00.000Z');
  });
});
