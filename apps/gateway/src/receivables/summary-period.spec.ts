import { addDays, parseLocalDate, saoPauloDateOf } from '@centavo/brazil';
import { periodRange, type SummaryPeriod } from './summary-period.js';

function daysOf(period: SummaryPeriod, today: string): string[] {
  const { from, until } = periodRange(period, parseLocalDate(today));
  return [saoPauloDateOf(from!), addDays(saoPauloDateOf(until!), -1)];
}

describe('A period of a summary', () => {
  it.each<[SummaryPeriod, string, string]>([
    ['today', '2026-11-20', '2026-11-20'],
    ['yesterday', '2026-11-19', '2026-11-19'],
    ['last_7_days', '2026-11-14', '2026-11-20'],
    ['last_30_days', '2026-10-22', '2026-11-20'],
    ['this_month', '2026-11-01', '2026-11-30'],
    ['last_month', '2026-10-01', '2026-10-31'],
    ['next_7_days', '2026-11-21', '2026-11-27'],
    ['next_30_days', '2026-11-21', '2026-12-20'],
    ['next_month', '2026-12-01', '2026-12-31'],
  ])('%s, on 20 November 2026, goes from %s to %s', (period, first, last) =>
    expect(daysOf(period, '2026-11-20')).toEqual([first, last]),
  );

  it.each<[SummaryPeriod, string, string, string]>([
    ['last_month', '2027-01-15', '2026-12-01', '2026-12-31'],
    ['next_month', '2026-12-31', '2027-01-01', '2027-01-31'],
    ['next_month', '2027-01-31', '2027-02-01', '2027-02-28'],
    ['this_month', '2028-02-29', '2028-02-01', '2028-02-29'],
    ['last_month', '2028-03-31', '2028-02-01', '2028-02-29'],
  ])('%s, on %s, goes from %s to %s', (period, today, first, last) =>
    expect(daysOf(period, today)).toEqual([first, last]),
  );

  it('begins and ends at midnight in São Paulo', () =>
    expect(periodRange('today', '2026-11-20')).toEqual({
      from: new Date('2026-11-20T03:00:00Z'),
      until: new Date('2026-11-21T03:00:00Z'),
    }));
});
