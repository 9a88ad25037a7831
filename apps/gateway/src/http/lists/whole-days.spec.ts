import { runs } from '@centavo/testing';
import fc from 'fast-check';
import { divideByDays } from './whole-days.js';

const HOUR_MS = 3_600_000;
const STARTS_AT_MS = 3 * HOUR_MS;
const DAY_MS = 24 * HOUR_MS;

const at = (text: string): Date => new Date(`${text}Z`);
const dayOf = (date: string): number => Date.parse(date) / DAY_MS;
const divide = (from: Date | null, until: Date | null) => divideByDays({ from, until }, STARTS_AT_MS);

describe('A range of time', () => {
  it('of whole days leaves nothing', () => {
    expect(divide(at('2026-03-10T03:00'), at('2026-03-13T03:00'))).toEqual({
      days: { first: dayOf('2026-03-10'), end: dayOf('2026-03-13') },
      rests: [],
    });
  });

  it('leaves what is before its first and after its last whole day', () => {
    const [from, until] = [at('2026-03-10T03:00:00.001'), at('2026-03-13T02:59:59.999')];
    expect(divide(from, until)).toEqual({
      days: { first: dayOf('2026-03-11'), end: dayOf('2026-03-12') },
      rests: [
        { from, until: at('2026-03-11T03:00') },
        { from: at('2026-03-12T03:00'), until },
      ],
    });
  });

  it('without a whole day is left as it is', () => {
    const [from, until] = [at('2026-03-10T04:00'), at('2026-03-12T02:00')];
    expect(divide(from, until)).toEqual({ days: null, rests: [{ from, until }] });
    expect(divide(until, from)).toEqual({ days: null, rests: [{ from: until, until: from }] });
  });

  it('may be open on either side', () => {
    const time = at('2026-03-10T04:00');
    expect(divide(time, null)).toEqual({
      days: { first: dayOf('2026-03-11'), end: null },
      rests: [{ from: time, until: at('2026-03-11T03:00') }],
    });
    expect(divide(null, time)).toEqual({
      days: { first: null, end: dayOf('2026-03-10') },
      rests: [{ from: at('2026-03-10T03:00'), until: time }],
    });
  });

  it('has each of its moments in one part, none of which is longer than a day beside the whole days', () => {
    const aTime = fc.integer({ min: -5 * DAY_MS, max: 5 * DAY_MS });
    fc.assert(
      fc.property(aTime, aTime, aTime, (fromMs, untilMs, ms) => {
        const { days, rests } = divide(new Date(fromMs), new Date(untilMs));
        const day = Math.floor((ms - STARTS_AT_MS) / DAY_MS);
        const parts = [
          ...(days ? [day >= days.first! && day < days.end!] : []),
          ...rests.map(({ from, until }) => ms >= from!.getTime() && ms < until!.getTime()),
        ];
        expect(parts.filter(Boolean)).toHaveLength(ms >= fromMs && ms < untilMs ? 1 : 0);
        const lengths = rests.map(({ from, until }) => until!.getTime() - from!.getTime());
        expect(Math.max(0, ...lengths)).toBeLessThan(days ? DAY_MS : 2 * DAY_MS);
      }),
      runs(1_000),
    );
  });
});
